"""Exercises on sensible choices: the first unwise one is drawn with its reason."""

import pytest
from playfunc import Card
from playfunc_workbook.hearts.exercises import (
    State,
    choose_finding,
)


@pytest.mark.parametrize(
    "choose", [lambda o, *_: min(o, key=lambda c: c.rank), lambda o, *_: min(o), lambda o, *_: sorted(o)[0]]
)
def test_the_lowest_card_is_an_answer_and_not_the_stub(choose):
    finding = choose_finding(choose)
    assert finding.state is State.DIFFERENT
    assert finding.position is not None


def test_text_and_none_instead_of_a_card_are_told():
    assert 'return Card("C2")' in choose_finding(lambda *told: "C2").said
    assert "is a `return` missing?" in choose_finding(lambda *told: None).said


def test_the_first_unwise_choice_is_drawn_with_its_reason():
    finding = choose_finding(lambda options, trick, taken: max(options, key=lambda card: card.rank))
    assert finding.state is State.DIFFERENT
    assert finding.position.played is Card("HK")
    assert "H9" in finding.position.message
    assert choose_finding(lambda options, trick, taken: Card("C2")).said.startswith("`choose` must return")
