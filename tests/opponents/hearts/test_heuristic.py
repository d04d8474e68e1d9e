"""heuristic: leads high, ducks, and stops a moon."""

from playfunc.cards import Card
from playfunc_opponents.hearts.beliefs import Beliefs
from playfunc_opponents.hearts.bits import bits_of
from playfunc_opponents.hearts.heuristic import ALARM, play


def chosen(hand, led="", taken=(0, 0), gone="C2 C3"):
    """The card, after tricks that a trick of two clubs ended; `gone` are the cards of all."""
    cards = tuple(Card(text) for text in hand.split())
    on_table = tuple((Card(text), "ana") for text in led.split())
    before = Beliefs(bits_of(Card(text) for text in gone.split()), taken, (0, 0))
    last = ((Card("C2"), "ana"), (Card("C3"), "you"))
    return play("you", cards, on_table, (last, before))[0].text


def test_it_leads_its_highest_card_without_points_and_spades_last():
    assert chosen("C4 D10 SK H2") == "D10"
    assert chosen("SK SQ H2") == "SK"
    assert chosen("SQ H2 H5", gone="C2 C3 H3") == "H5"


def test_it_ducks_and_discards():
    assert chosen("H4 H9 HK", "H10") == "H9"
    assert chosen("D3 SQ H5 HK", "C7") == "SQ"


def test_it_wins_a_trick_of_hearts_once_the_other_may_shoot_the_moon():
    assert chosen("H4 H9 HK", "H10", taken=(0, ALARM)) == "HK"
    assert chosen("H4 H9 HK", "H10", taken=(0, ALARM - 1)) == "H9"
    assert chosen("H4 H9 HK", "H10", taken=(1, ALARM)) == "H9"
    assert chosen("H4 H9", "H10", taken=(0, ALARM)) == "H9"
    assert chosen("C4 C9 CK", "C10", taken=(0, ALARM)) == "C9"
