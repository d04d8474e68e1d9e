"""Cards as bits, and the rules of a single trick. The layout is drawn in `playfunc.games.hearts.fast`."""

from __future__ import annotations

from collections.abc import Iterable

from playfunc.cards import Card
from playfunc.compiled.native import compiled
from playfunc.compiled.words import index_of, popcount
from playfunc.games.hearts import DECK

ALL = (1 << 52) - 1
C2 = 1 << 0
SPADE_QUEEN = 1 << 36
SUIT = (1 << 13) - 1
"""The clubs; shifted by 13, 26 and 39 the other suits."""
HEARTS = SUIT << 39
POINTS = HEARTS | SPADE_QUEEN

HANDS, TAKEN, SEATS, TURN, TABLE, LED, BEST, HOLDER, PLAYED, SIZE = 0, 4, 8, 9, 10, 11, 12, 13, 14, 15
"""The places in a position's array, and how many there are."""


def bits_of(cards: Iterable[Card]) -> int:
    """The set of these cards."""
    return sum(1 << card.index for card in cards)


def cards_of(cards: int) -> tuple[Card, ...]:
    """The cards of a set, ascending."""
    return tuple(card for card in DECK if int(cards) >> card.index & 1)


@compiled
def suit_of(card: int) -> int:
    """All cards of the suit of `card`, a set of one."""
    return SUIT << index_of(card) // 13 * 13


@compiled
def points(cards: int) -> int:
    """What the set costs the player that wins it: 1 for every heart, 13 for the queen of spades."""
    return popcount(cards & HEARTS) + (13 if cards & SPADE_QUEEN else 0)


@compiled
def legal(hand: int, led: int, first: bool, broken: bool) -> int:
    """The cards of `hand` that may be played; `led` is all cards of the suit led, 0 for the leader.

    `first` on the first trick, `broken` once a heart was played in an earlier trick.
    """
    if led:
        allowed = hand & led
    elif first and hand & C2:
        return C2
    else:
        allowed = hand if broken else hand & ~HEARTS
    if not allowed:
        allowed = hand
    if first and allowed & ~POINTS:
        return allowed & ~POINTS
    return allowed
