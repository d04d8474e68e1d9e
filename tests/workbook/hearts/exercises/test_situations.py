"""Exercises on sensible choices: the first unwise one is drawn with its reason."""

import pytest
from playfunc import Card, points
from playfunc_workbook.finding import State
from playfunc_workbook.hearts.situations import choose_finding


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


def advised(options, trick, taken, of_suit, height):
    """The advice of the text, by what counts as the highest card and which cards of the trick can win."""
    led = [card for card, _ in trick if card.suit is trick[0][0].suit or not of_suit]
    if not trick:
        safe = [card for card in options if card.text[0] in "CD"]
        return max(safe or options, key=height)
    if options[0].suit is trick[0][0].suit:
        under = [card for card in options if card < max(led)]
        over = [card for card in options if card.text != "SQ"]
        queen = [card for card in under if card.text == "SQ"]
        win = max if len(trick) == len(taken) - 1 else min
        return (queen or [max(under) if under else win(over or options)])[0]
    return max(options, key=lambda card: (points(card), height(card)))


@pytest.mark.parametrize(
    ("of_suit", "height", "told"),
    [
        (True, lambda card: card.rank, ""),
        (True, lambda card: card, "D2 > CA"),
        (False, lambda card: card.rank, "only a card of the suit led can win"),
    ],
)
def test_advice_is_followed_by_rank_and_within_the_suit_led(of_suit, height, told):
    finding = choose_finding(lambda options, trick, taken: advised(options, trick, taken, of_suit, height))
    assert (finding.state is State.RIGHT) == (not told)
    assert told in (finding.position.message if told else "")


def test_the_queen_does_not_win_a_trick_that_another_card_can_win():
    def choose(options, trick, taken):
        right = advised(options, trick, taken, True, lambda card: card.rank)
        return max(options) if trick and right.text == "SJ" else right

    assert "SQ costs you 13 points" in choose_finding(choose).position.message
