"""Positions of Hearts as arrays, with the names of `playfunc.games.hearts`.

The layout is drawn in `playfunc.games.hearts.fast`.

Unlike the readable rules, `play` changes the position that it is given; copy it first to keep it.
"""

from __future__ import annotations

from typing import Any

from playfunc.compiled.native import compiled
from playfunc.compiled.words import index_of, popcount
from playfunc.games.hearts.fast import bits
from playfunc.games.hearts.fast.bits import (
    BEST,
    HANDS,
    HEARTS,
    HOLDER,
    LED,
    PLAYED,
    SEATS,
    SUIT,
    TABLE,
    TAKEN,
    TURN,
)

legal, points = compiled(bits.legal), compiled(bits.points)


@compiled
def suit_of(card: int) -> int:
    """All cards of the suit of `card`, a set of one."""
    return SUIT << index_of(card) // 13 * 13


@compiled
def legal_cards(position: Any) -> int:
    """The cards that the seat to move may play."""
    played = position[PLAYED]
    return legal(position[HANDS + position[TURN]], position[LED], played == 0, played & HEARTS != 0)


@compiled
def play(position: Any, card: int) -> None:
    """Play a legal card, a set of one: the position becomes the next one."""
    turn, seats = position[TURN], position[SEATS]
    position[HANDS + turn] ^= card
    table = position[TABLE] | card
    if not position[LED]:
        position[LED] = suit_of(card)
    if card & position[LED] and card > position[BEST]:
        position[BEST] = card
        position[HOLDER] = turn
    if popcount(table) < seats:
        position[TABLE] = table
        position[TURN] = turn + 1 if turn + 1 < seats else 0
        return
    winner = position[HOLDER]
    position[TAKEN + winner] += points(table)
    position[PLAYED] |= table
    position[TURN] = winner
    position[TABLE] = position[LED] = position[BEST] = position[HOLDER] = 0


@compiled
def scores(position: Any, seat: int) -> int:
    """Points of `seat`; who took all 26 scores 0 and every other 26 (shooting the moon)."""
    for other in range(position[SEATS]):
        if position[TAKEN + other] == 26:
            return 0 if other == seat else 26
    return position[TAKEN + seat]
