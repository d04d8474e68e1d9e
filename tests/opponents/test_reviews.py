"""Where a loss lies, in words."""

import random

import pytest
from playfunc import FunctionPlayer, Hearts, play_game
from playfunc.costs import CostlyMove
from playfunc.match import play_games
from playfunc.measure import deal_rng, rotations
from playfunc_opponents import LADDERS, opponent
from playfunc_opponents.hearts import basic
from playfunc_opponents.reviewer import describe_loss, patterns, phase_of
from playfunc_opponents.reviews import describe_losses, losses_of, profile_of


@pytest.fixture(scope="module")
def record():
    rules = Hearts(2)
    players = [FunctionPlayer(basic.play, rules, name=name) for name in ("ann", "bob")]
    return play_game(rules, rules.deal(random.Random(4)), players)


def costs(record, *groups, **settings):
    return [
        CostlyMove(record, at, 0, lost, (), kind=kind, phase=phase, **settings)
        for at, (lost, kind, phase) in enumerate(groups)
    ]


def test_most_of_a_loss_is_named_by_kind_and_phase(record):
    found = costs(
        record, (6, "lead", "tricks 1 to 8"), (2, "lead", "tricks 1 to 8"), (3, "discard", "tricks 1 to 8")
    )
    assert describe_loss(found) == (
        "Most of your loss is leads in tricks 1 to 8 (8 points in 2 moves, 73% of what surely was given away)."
    )
    first, second = patterns(found)
    assert [cost.lost for cost in first.moves] == [6, 2]
    assert (str(second), second.lost) == ("discards in tricks 1 to 8", 3)


def test_a_loss_may_be_of_one_kind_or_in_one_phase_only(record):
    leads = costs(
        record, (3, "lead", "tricks 1 to 8"), (3, "lead", "tricks 9 to 17"), (2, "follow", "tricks 9 to 17")
    )
    assert describe_loss(leads).startswith("Most of your loss is leads (6 points in 2 moves")
    early = costs(
        record, (2, "lead", "tricks 1 to 8"), (2, "follow", "tricks 1 to 8"), (1, "discard", "tricks 1 to 8")
    )
    assert describe_loss(early).startswith("Most of your loss is moves in tricks 1 to 8 (5 points")
    spread = costs(record, (2, "lead", "tricks 1 to 8"), (2, "follow", "tricks 9 to 17"))
    assert describe_loss(spread).startswith(
        "Your loss is spread out; the largest part is leads in tricks 1 to 8 (2 points"
    )


def test_what_may_have_cost_nothing_is_in_no_pattern(record):
    unsure = costs(record, (3, "lead", "tricks 1 to 8"), exact=False, margin=4.0)
    assert patterns(unsure) == ()
    assert describe_loss(unsure) == ""
    sure = costs(record, (3.04, "lead", "tricks 1 to 8"), exact=False, margin=1.0)
    assert describe_loss([*unsure, *sure]).endswith(
        "(about 3.0 points in 1 move, 100% of what surely was given away)."
    )


def test_a_phase_is_a_third_of_the_game():
    assert [phase_of(number, 26) for number in (1, 8, 9, 17, 18, 26)] == [
        *["tricks 1 to 8"] * 2,
        *["tricks 9 to 17"] * 2,
        *["tricks 18 to 26"] * 2,
    ]
    assert phase_of(5, 13) == "tricks 5 to 8"


# Loss profiles as found in records: what holds for the games that have one, and for those that have none.
@pytest.mark.parametrize("game", LADDERS)
def test_losses_are_counted_in_words_and_in_numbers_where_there_is_a_profile(game):
    ladder = LADDERS[game]
    rules = ladder.rules(2)
    players = [opponent(rules, ladder.tiers[0], key=key) for key in (b"one", b"two")]
    records = play_games(rules, rotations(rules, rules.deal(deal_rng("losses")), players), "forfeit")
    found, profile = losses_of(records), profile_of(game)
    if not ladder.losses:
        assert (found, profile, describe_losses(game, found)) == ({}, None, "")
        return
    assert describe_losses(game, found)
    assert all(value >= 0 for value in profile.parts(found).values())


def test_without_records_there_are_no_losses():
    assert losses_of([]) == {}
    assert describe_losses("hearts", {}) == ""
