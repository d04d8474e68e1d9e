"""What a move cost, as a reader is told it."""

import random
from dataclasses import replace

import pytest
from playfunc import FunctionPlayer, Hearts, play_game
from playfunc.costs import CostlyMove, Review, Total, amount, quantity, total_of
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
    assert str(guess) == f"{played} gave away about 2.2 ± 1.0 points; H4 ♥ looks best."
    unsure = replace(guess, margin=3.0)
    assert not unsure.sure
    assert str(unsure) == f"{played} may have given nothing away (estimate: about 2.2 ± 3.0 points)."
    unknown = replace(costly, lost=0, unmeasured="The search would take too long.")
    assert not unknown.sure
    assert str(unknown) == f"{played}: The search would take too long."


def test_hindsight_is_told_apart_from_what_could_be_known(record):
    costly = CostlyMove(record, 3, 0, 0.14, ("H4",), exact=False, margin=0.05, unit="win", hindsight=0.5)
    assert str(costly).endswith(
        "gave away about 14% ± 5% of a win; H4 ♥ looks best. In hindsight, cards face up, it cost 50% of a win."
    )
    assert str(replace(costly, hindsight=0)).endswith("In hindsight, cards face up, it cost nothing.")


def test_quantities_have_their_unit_and_interval():
    assert [quantity(lost, "point") for lost in (1, 6, 0.5)] == ["1 point", "6 points", "0.50 points"]
    assert quantity(-0.04, "point", 0.5, exact=False) == "about 0.0 ± 0.5 points"
    assert quantity(-0.4, "point", 0.5, exact=False) == "about 0.0 ± 0.5 points"
    assert quantity(-0.01, "win", 0.03, exact=False) == "about 0% ± 3% of a win"
    assert [quantity(lost, "win") for lost in (0, 0.004, 0.14, 1)] == [
        "0% of a win",
        "0.4% of a win",
        "14% of a win",
        "100% of a win",
    ]


def test_a_total_says_how_sure_it_is(record):
    exact = CostlyMove(record, 3, 0, 6, ("H4",))
    guess = replace(exact, lost=2.0, exact=False, margin=3.0)
    unknown = replace(exact, lost=0, unmeasured="why")
    assert str(total_of([exact, exact])) == "12 points"
    assert str(total_of([exact, unknown])) == "at least 6 points"
    assert str(total_of([guess, replace(guess, margin=4.0), exact])) == "about 10.0 ± 5.0 points"
    assert str(total_of([exact, exact]).per(2)) == "6 points"
    assert total_of([], "chip") == Total(0, "chip")


def test_an_amount_is_no_longer_than_it_needs_to_be():
    assert [amount(lost) for lost in (6, 6.04, 0.125, 0)] == ["6", "6.0", "0.12", "0"]


def test_a_review_lists_a_seats_costliest_moves(record):
    costs = tuple(CostlyMove(record, at, at % 2, lost, ("H4",)) for at, lost in enumerate((0, 3, 1, 0, 5, 2)))
    review = Review(record, costs, (1, 1))
    assert [cost.lost for cost in review.worst(0)] == [5, 1]
    assert review.given_away(1) == 5
    assert review.notes().keys() == {1, 2, 4, 5}
