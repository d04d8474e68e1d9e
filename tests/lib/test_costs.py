"""What a move cost, as a reader is told it."""

import random
from dataclasses import replace

import pytest
from playfunc import FunctionPlayer, Hearts, play_game
from playfunc.costs import CostlyMove, Review, amount
from playfunc_opponents.hearts import basic


@pytest.fixture(scope="module")
def record():
    rules = Hearts(2)
    players = [FunctionPlayer(basic.play, rules, name=name) for name in ("ann", "bob")]
    return play_game(rules, rules.deal(random.Random(4)), players)


def test_the_sentences(record):
    costly = CostlyMove(record, 3, 0, 6, ("H4",))
    played = costly.shown(costly.move)
    assert costly.shown("S6") == "S6 ♠"
    assert str(costly) == f"{played} gave away 6 points; H4 ♥ gave none."
    assert str(replace(costly, lost=1)) == f"{played} gave away 1 point; H4 ♥ gave none."
    assert str(replace(costly, lost=0)) == f"{played} gave nothing away."
    guess = replace(costly, lost=2.25, exact=False, margin=1.0)
    assert str(guess) == f"{played} gave away about 2.2 points; H4 ♥ gave none."
    assert not replace(guess, margin=3.0).sure


def test_an_amount_is_no_longer_than_it_needs_to_be():
    assert [amount(lost) for lost in (6, 6.04, 0.125, 0)] == ["6", "6.0", "0.12", "0"]


def test_a_review_lists_a_seats_costliest_moves(record):
    costs = tuple(CostlyMove(record, at, at % 2, lost, ("H4",)) for at, lost in enumerate((0, 3, 1, 0, 5, 2)))
    review = Review(record, costs, (1, 1))
    assert [cost.lost for cost in review.worst(0)] == [5, 1]
    assert review.given_away(1) == 5
    assert review.notes().keys() == {1, 2, 4, 5}
