"""Bids that are drawn from a mixture agree with it, whatever the mixture; others do not."""

import random

import pytest
from playfunc.errors import ProtocolError
from playfunc.player import Reply
from playfunc_checks.checks.drawing import DRAWS, asked_again, difference, questions, state_of

START = (0, 50, 50)


def replies(bids):
    return [Reply(str(bid), "null") for bid in bids]


@pytest.mark.parametrize("bids", [1, 2, 5, 20, 50])
def test_what_is_drawn_from_a_mixture_agrees_with_it(bids):
    rng = random.Random(bids)
    for _ in range(200):
        weights = [rng.random() ** 3 for _ in range(bids)]
        mixture = {bid: weight / sum(weights) for bid, weight in enumerate(weights, 1)}
        drawn = rng.choices(list(mixture), list(mixture.values()), k=DRAWS)
        assert difference(START, replies(drawn), mixture) == ""


@pytest.mark.parametrize(
    ("drawn", "told"),
    [
        ([3] * DRAWS, "`play` bid 3 in 250 of 250 tries. `mix` gives it the chance 5.0%."),
        ([21] * DRAWS, "`play` bid 21 in 250 of 250 tries. `mix` gives it the chance 0.0%."),
        (
            [1 + number % 10 for number in range(DRAWS)],
            "`play` bid 4 or less in 100 of 250 tries. `mix` gives these bids together the chance 20.0%.",
        ),
    ],
    ids=["one bid", "no bid of the mixture", "the lower half alone"],
)
def test_other_bids_are_told_with_what_the_mixture_says(drawn, told):
    mixture = dict.fromkeys(range(1, 21), 0.05)
    found = difference(START, replies(drawn), mixture)
    assert found.startswith("With the token at +0, you at 50 and they at 50 points,")
    assert told in found


def test_a_fault_is_no_bid():
    assert "Contract: no pair" in difference(START, [ProtocolError("no pair")], {1: 1.0})


def test_the_first_turn_is_asked_where_no_game_is_known():
    (call,) = questions(START, ())
    assert state_of(call) == START
    assert len({again.luck for again in asked_again(call)}) == DRAWS
