"""What one process of a player sees, and from a budget to the number of deals."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playfunc_arena.formats import Fixture, contest_format, contest_names, ladder_format
from playfunc_arena.plan import (
    MOST,
    MOST_GAMES,
    MOST_SEATED,
    QUESTIONS,
    SHARED,
    BudgetError,
    chunks,
    expected,
    game_seconds,
    plan,
)


def fixtures_of(name, players, deals):
    return next(contest_format(name).rounds(players, deals, 1))


def asking(questions):
    return lambda fixture: questions


@pytest.mark.parametrize("name", contest_names())
@pytest.mark.parametrize("questions", [3, 26, 10**6])
def test_every_game_is_in_one_sitting_and_a_sitting_holds_a_deal_once(name, questions):
    fixtures = fixtures_of(name, 6, 40)
    cut = chunks(fixtures, asking(questions))
    assert [place for chunk in cut for place in range(chunk.first, chunk.end)] == list(range(len(fixtures)))
    for chunk in cut:
        assert sorted(place for sitting in chunk.sittings for place in sitting) == list(
            range(chunk.first, chunk.end)
        )
        for sitting in chunk.sittings:
            assert len({fixtures[place].seed for place in sitting}) == len(sitting)
            assert len({len(fixtures[place].players) for place in sitting}) == 1
    for before, after in pairwise(cut):
        assert fixtures[before.end - 1].seed != fixtures[after.first].seed, "deals stay whole"


@pytest.mark.parametrize(("name", "questions"), [("hearts", 26), ("hearts-four", 13), ("skullwhist", 14)])
@pytest.mark.parametrize("players", [4, 9])
def test_a_process_is_asked_enough_to_be_worth_its_start(name, questions, players):
    fixtures = fixtures_of(name, players, 120)
    cut = chunks(fixtures, asking(questions))
    started = sum(
        len({player for place in sitting for player in fixtures[place].players})
        for chunk in cut
        for sitting in chunk.sittings
    )
    asked = sum(questions * len(fixture.players) for fixture in fixtures)
    assert asked / started >= QUESTIONS
    assert sum(len(chunk.sittings) for chunk in cut) >= 4, "there is something for two jobs"


def test_chunks_are_even_in_number_and_about_as_long():
    cut = chunks(fixtures_of("footsteps", 8, 100), asking(3.5))
    lengths = [chunk.end - chunk.first for chunk in cut]
    assert len(cut) % 2 == 0
    assert max(lengths) - min(lengths) <= 1


def test_what_is_too_little_for_a_chunk_is_one():
    assert [(chunk.first, chunk.end) for chunk in chunks(fixtures_of("hearts", 2, 3), asking(26))] == [(0, 6)]
    assert chunks([], asking(26)) == []


def test_records_of_a_chunk_fit_into_memory():
    fixtures = fixtures_of("hearts", 60, 10)
    cut = chunks(fixtures, asking(26))
    assert max(chunk.end - chunk.first for chunk in cut) <= MOST_GAMES + 60 * 59
    assert len(cut) > 2


def test_no_more_players_sit_than_a_machine_has_memory_for():
    fixtures = [
        Fixture(number, (number, (number + turn) % 900), f"{turn}/{number}")
        for turn in (1, 2)
        for number in range(900)
    ]
    (chunk,) = chunks(fixtures, asking(1))
    seated = [
        {player for place in sitting for player in fixtures[place].players} for sitting in chunk.sittings
    ]
    assert MOST_SEATED - 1 <= max(map(len, seated)) <= MOST_SEATED
    assert sum(map(len, chunk.sittings)) == len(fixtures)


def test_a_player_that_is_kept_apart_counts_as_many_as_it_has_games():
    fixtures = [Fixture(number, (0, 1 + number % 5), f"{number}") for number in range(500)]
    together, apart = (chunks(fixtures, asking(1), apart=frozenset(some)) for some in ((), (0,)))
    assert [list(map(len, chunk.sittings)) for chunk in together] == [[500]]
    assert [list(map(len, chunk.sittings)) for chunk in apart] == [[195, 195, 110]]


def test_matches_stay_whole_and_in_their_order():
    fixtures = fixtures_of("footsteps-dynamic", 9, 80)
    (chunk,) = chunks(fixtures, asking(3), matches=True)
    assert sorted(place for sitting in chunk.sittings for place in sitting) == list(range(len(fixtures)))
    assert len(chunk.sittings) > 1
    assert len(chunk.sittings) % 2 == 0
    for sitting in chunk.sittings:
        assert list(sitting) == sorted(sitting)
        here = {frozenset(fixtures[place].players) for place in sitting}
        there = [place for place, each in enumerate(fixtures) if frozenset(each.players) in here]
        assert list(sitting) == there
    assert chunks([], asking(3), matches=True) == []


# From a budget to the number of deals, and what a contest takes before it starts.
COSTS = st.lists(st.floats(0.001, 60), min_size=4, max_size=40)


@given(st.sampled_from(contest_names()), COSTS, st.floats(1, 1e6))
def test_a_plan_keeps_within_its_budget_and_one_more_round_would_not(name, costs, budget):
    form = ladder_format(name)
    try:
        found = plan(form, costs, budget, 1)
    except BudgetError:
        assert expected(form, costs, form.step, 1).cpu_seconds > budget
        return
    assert found.cpu_seconds <= budget * (1 + 1e-9)
    assert found.deals % form.step == 0
    more = expected(form, costs, found.deals + form.step, 1)
    assert more.cpu_seconds > budget * (1 - 1e-9) or found.deals == form.whole(MOST * form.deals)


def test_a_plan_counts_what_is_played():
    form = contest_format("hearts-four")
    found = plan(form, [0.5, 0.25, 0.25, 0.5, 1.0], 1000.0, 2)
    assert found.deals == 100  # of 2.5 s for each of the four rotations
    assert found.games == sum(len(some) for some in form.rounds(5, found.deals, 1))
    assert (found.cpu_seconds, found.expected_seconds) == (1000.0, 1000 / (2 * SHARED))
    assert found.allowance == 4 * game_seconds("hearts")


def test_one_slow_player_does_not_take_the_deals_of_the_others():
    form = ladder_format("hearts")
    slow, slower = (plan(form, [0.01] * 9 + [cost], 3600.0, 1) for cost in (game_seconds("hearts"), 1e6))
    assert slow == slower
    assert slow.allowance < 1e6


def test_a_budget_that_is_too_small_says_what_would_do():
    with pytest.raises(BudgetError, match=r"1 s of CPU time do not pay for one round .* take 4\.0 s: raise"):
        plan(ladder_format("hearts"), [0.5, 0.5], 1.0, 1)
