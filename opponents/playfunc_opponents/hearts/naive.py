"""naive: plays what looks best on the table now. All it remembers is whether hearts are broken.

It leads the lowest card of some suit, ducks with the highest card that loses, and discards the queen of spades, then
hearts. It cannot know whether somebody is shooting the moon, so it wins tricks of hearts as long as it holds many.
"""

from __future__ import annotations

import random

from playfunc.cards import Card, Suit
from playfunc.games.hearts import Trick
from playfunc.games.hearts.fast.bits import (
    HEARTS,
    POINTS,
    SUIT_OF,
    SUITS,
    bits_of,
    card_of,
    legal,
    thumb_rule,
)

MANY = 6
"""With more hearts than these it wins a trick of hearts if it can."""


def play(
    player_id: str, hand: tuple[Card, ...], trick: Trick, previous: tuple[Trick, bool] | None
) -> tuple[Card, bool]:
    """The card for this trick; memory is whether a heart was played in an earlier one."""
    broken = previous is not None and (
        previous[1] or any(card.suit is Suit.HEARTS for card, _ in previous[0])
    )
    on_table = [1 << card.index for card, _ in trick]
    cards = legal(bits_of(hand), SUIT_OF[sum(on_table)], first=previous is None, broken=broken)
    return card_of(_answer(cards, on_table[0]) if on_table else _lead(cards)), broken


def _lead(cards: int) -> int:
    """The lowest card of a suit drawn at random, without points if possible."""
    harmless = cards & ~POINTS or cards
    suit = random.choice([suit & harmless for suit in SUITS if suit & harmless])
    return suit & -suit


def _answer(cards: int, led: int) -> int:
    highest = 1 << cards.bit_length() - 1
    if led & HEARTS and cards & HEARTS and cards.bit_count() > MANY and highest > led:
        return highest
    return thumb_rule(cards, SUIT_OF[led], led, last=True)
