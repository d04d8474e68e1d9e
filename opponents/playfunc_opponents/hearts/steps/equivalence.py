"""Step 4, equivalence: equivalent cards count as one card, and equivalent positions as one position.

Of S4 and S5 in one hand either may be played; if S6 is gone, S7 is their equal too. SQ alone is nobody's equal.
In the same way it does not matter which cards are held, only who holds the lowest left in the suit, the next one
and so on, and where among them SQ stands. Two suits without points may even change places.
"""

from __future__ import annotations

import math
from collections.abc import Hashable

from playfunc_opponents.hearts.bits import SPADE_QUEEN, SUITS, singles
from playfunc_opponents.hearts.position import Position
from playfunc_opponents.hearts.steps.solved import Solved
from playfunc_opponents.hearts.steps.table import Search, moon_open

__all__ = ["alike", "pattern", "solve"]


def solve(position: Position) -> Solved:
    """The value of a position with two hands."""
    search = Search(Position.choices, alike)
    return Solved(search.value(position, -math.inf, math.inf), search.count.nodes)


def alike(position: Position) -> Hashable:
    """What two positions between tricks must share to play alike."""
    clubs, diamonds, spades, hearts = (pattern(position, suit) for suit in SUITS)
    plain = sorted((clubs, diamonds))
    return *plain, spades, hearts, position.turn, position.first, position.broken, moon_open(position)


def pattern(position: Position, suit: int) -> str:
    """The holders of the cards left in the suit, from the lowest: seats, and Q before the one with SQ."""
    mine, theirs = (hand & suit for hand in position.hands)
    return "".join(
        ("Q" if card == SPADE_QUEEN else "") + ("0" if card & mine else "1")
        for card in singles(mine | theirs)
    )
