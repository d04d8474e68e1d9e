"""Who meets whom, and what counts: the formats as pure functions of outcomes."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playfunc.game import Game
from playfunc.games.hearts import Hearts
from playfunc_arena.formats import _format, contest_format, contest_names
from playfunc_arena.outcomes import Fixture, Outcome, wins


def held(name, players, deals, score, seed=1):
    """All outcomes of a contest in which `score(fixture)` decides the games."""
    rounds = contest_format(name).rounds(players, deals, seed)
    outcomes, fixtures = [], next(rounds)
    while True:
        played = [Outcome(fixture, score(fixture)) for fixture in fixtures]
        outcomes += played
        try:
            fixtures = rounds.send(played)
        except StopIteration:
            return outcomes


def best_is_lowest_number(fixture):
    return tuple(float(player == min(fixture.players)) for player in fixture.players)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_round_robin_with_one_winner_is_played_once(players):
    outcomes = held("footsteps", players, 1, best_is_lowest_number)
    assert len(outcomes) == players * (players - 1) // 2
    assert len({frozenset(outcome.fixture.players) for outcome in outcomes}) == len(outcomes)


def test_a_tie_at_the_top_plays_all_again_at_most_ten_times():
    outcomes = held("footsteps", 4, 1, lambda fixture: (0.5, 0.5))
    assert len(outcomes) == 10 * 6
    sides = Counter(outcome.fixture.players for outcome in outcomes)
    assert sides[0, 1] == sides[1, 0] == 5


def test_a_win_counts_and_a_draw_counts_nothing():
    """Two wins and four losses are more than one win and five draws."""
    played = [Outcome(Fixture(n, (0, 1), str(n)), (1.0, 0.0) if n < 2 else (0.0, 1.0)) for n in range(6)]
    played += [Outcome(Fixture(n, (2, 3), str(n)), (1.0, 0.0) if n < 1 else (0.5, 0.5)) for n in range(6)]
    values = contest_format("footsteps").values(played)
    assert sum(values[0].values()) == 2
    assert sum(values[2].values()) == 1


def test_a_tie_below_the_top_plays_nothing_again():
    def score(fixture):
        if 0 in fixture.players:
            return tuple(float(player == 0) for player in fixture.players)
        return 0.5, 0.5

    assert len(held("footsteps", 4, 1, score)) == 6


@pytest.mark.parametrize("name", ["hearts", "skullwhist"])
def test_each_deal_is_played_from_both_sides(name):
    by_seed = {}
    for outcome in held(name, 5, 6, best_is_lowest_number):
        by_seed.setdefault((outcome.fixture.seed, *sorted(outcome.fixture.players)), []).append(
            outcome.fixture.players
        )
    assert all(len(sides) == 2 and sides[0] == sides[1][::-1] for sides in by_seed.values())


@given(st.integers(2, 13), st.data())
def test_a_run_takes_chips_along_and_seats_only_who_can_pay(players, data):
    left: dict[int, float] = {}

    def score(fixture: Fixture) -> tuple[float, ...]:
        assert 1 <= len(fixture.players) <= 4
        assert all(chips >= 10 for chips in fixture.chips)
        assert all(left.get(p, 200.0) == c for p, c in zip(fixture.players, fixture.chips, strict=True))
        scores = tuple(float(data.draw(st.sampled_from([0, 5, 15, 300]))) for _ in fixture.players)
        left.update(zip(fixture.players, scores, strict=True))
        return scores

    outcomes = held("blackjack", players, 1, score)
    values = contest_format("blackjack").values(outcomes)
    assert values == {p: {0: chips if chips >= 10 else 0.0} for p, chips in left.items()}


@pytest.mark.parametrize("name", contest_names())
def test_the_same_seed_gives_the_same_contest_and_another_another(name):
    def play(seed):
        return [
            o.fixture
            for o in held(name, 6, 3, lambda f: tuple(map(float, range(20, 20 + len(f.players)))), seed)
        ]

    assert play(1) == play(1)
    assert play(1) != play(2)


def test_every_game_has_its_contests():
    assert contest_names() == [
        "blackjack",
        "footsteps",
        "footsteps-big",
        "footsteps-dynamic",
        "hearts",
        "hearts-four",
        "skullwhist",
    ]
    units = {name: (contest_format(name).unit, contest_format(name).high) for name in contest_names()}
    assert units == {
        "blackjack": ("chips a run", True),
        "footsteps": ("wins a game", True),
        "footsteps-big": ("wins a game", True),
        "footsteps-dynamic": ("wins a game", True),
        "hearts": ("points a hand", False),
        "hearts-four": ("points a hand", False),
        "skullwhist": ("wins a game", True),
    }


@pytest.mark.parametrize("name", ["chess", "hearts-five", "footsteps-four", ""])
def test_a_contest_that_no_game_has_is_refused_in_a_sentence(name):
    with pytest.raises(ValueError, match=r"known are blackjack, footsteps, footsteps-big, .*, skullwhist"):
        contest_format(name)


def test_a_game_that_says_nothing_gets_everyone_against_everyone():
    form = _format(
        Game(name="kuhn", rules=Hearts, better="low", scored="chips"),
        Game(name="k", rules=Hearts).contests[""],
    )
    assert (form.game, form.unit, form.high, form.least) == ("kuhn", "chips a game", False, 2)
    assert len(next(form.rounds(3, 2, 1))) == 2 * 3 * 2


def test_where_low_scores_win_the_lowest_is_the_win():
    outcome = Outcome(Fixture(0, (0, 1, 2), "s"), (4.0, 1.0, 1.0))
    assert wins(outcome, sign=-1) == {0: 0.0, 1: 0.5, 2: 0.5}
    assert wins(outcome) == {0: 1.0, 1: 0.0, 2: 0.0}
