"""What is believed of the other's hand."""

from __future__ import annotations

import random

from playfunc.cards import Suit, WhistCard
from playfunc_opponents.skullwhist.beliefs import Beliefs, begin, expected_tricks, look, other_hands, unseen


def cards(text: str) -> tuple[WhistCard, ...]:
    return tuple(map(WhistCard, text.split()))


def test_beliefs_follow_the_game():
    beliefs = begin(cards("C05 D02 S01"))
    first = ((WhistCard("C05"), "me"), (WhistCard("H09"), "you"))
    beliefs = look("me", (), (first, beliefs))
    assert beliefs == Beliefs(
        frozenset(cards("C05 D02 S01")), frozenset(cards("H09")), frozenset({Suit.CLUBS}), 1
    )
    beliefs = look(
        "me", ((WhistCard("H13"), "you"),), (((WhistCard("D02"), "me"), (WhistCard("D03"), "you")), beliefs)
    )
    assert beliefs.theirs == frozenset(cards("H09 D03 H13"))
    assert (beliefs.voids, beliefs.won) == (frozenset({Suit.CLUBS}), 1)
    assert {card.suit for card in unseen(beliefs)} == {Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES}
    assert not set(unseen(beliefs)) & {*beliefs.mine, *beliefs.theirs}


def test_a_high_bid_makes_strong_hands_likelier():
    random.seed(1)
    beliefs = begin(WhistCard.deck()[:13])

    def worth(bid):
        return sum(expected_tricks(hand) for hand in other_hands(beliefs, 13, bid, 60)) / 60

    assert worth(12) > worth(None) > worth(1)
