"""naive: the card for this trick, without knowing who won what."""

import pytest
from playfunc.cards import Card
from playfunc_opponents.hearts.naive import MANY, play


def chosen(hand, trick=(), previous=((), False)):
    cards = tuple(Card(text) for text in hand.split())
    on_table = tuple((Card(text), "ana") for text in trick)
    return play("you", cards, on_table, previous)[0].text


def test_it_ducks_discards_and_gets_under_the_queens_betters():
    assert chosen("H4 H9 HK", ["H10"]) == "H9"
    assert chosen("D3 SQ H5 HK", ["C7"]) == "SQ"
    assert chosen("S5 SQ SA", ["SK"]) == "SQ"


def test_with_many_hearts_it_wins_one_so_that_nobody_takes_all():
    hearts = "H2 H3 H4 H5 H6 HJ HK"
    assert len(hearts.split()) > MANY
    assert chosen(hearts, ["HQ"]) == "HK"
    assert chosen(hearts, ["HA"]) == "HK"
    assert chosen(hearts.removeprefix("H2 "), ["HQ"]) == "HJ"


@pytest.mark.parametrize("broken", [False, True])
def test_it_leads_the_lowest_of_a_suit_without_points(broken):
    for _ in range(20):
        assert chosen("C5 C9 D3 DA S2 H2", previous=((), broken)) in {"C5", "D3", "S2"}


def test_all_it_remembers_is_whether_hearts_are_broken():
    hand = (Card("C2"), Card("H2"))
    trick = ((Card("D4"), "ana"), (Card("H9"), "you"))
    assert play("you", hand, (), None)[1] is False
    assert play("you", hand, (), (trick[:1], False))[1] is False
    assert play("you", hand, (), (trick, False))[1] is True
    assert play("you", hand, (), (trick[:1], True))[1] is True
