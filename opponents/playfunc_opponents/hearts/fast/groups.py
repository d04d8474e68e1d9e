"""Equivalent cards, and cards by rank."""

from __future__ import annotations

from typing import Any

from playfunc.compiled.native import compiled
from playfunc.compiled.words import index_of
from playfunc.games.hearts.fast.bits import SPADE_QUEEN, suit_of

__all__ = ["by_rank", "distinct"]


@compiled
def distinct(choices: int, others: int) -> int:
    """The lowest card of every group of equivalent choices: a set of cards.

    Two cards of a suit are equivalent when they cost the same and none of `others`, the cards in other
    hands and on the table, lies between them. (As `bits.distinct`, which takes all live cards.)
    """
    found, below = 0, 0
    while choices:
        card = choices & -choices
        choices ^= card
        apart = below == 0 or suit_of(below) != suit_of(card) or others & (card - below) != 0
        if apart or card == SPADE_QUEEN or below == SPADE_QUEEN:
            found |= card
        below = card
    return found


@compiled
def by_rank(cards: int, order: Any) -> int:
    """Writes the cards into the array `order`, the highest rank first; returns how many."""
    count = 0
    while cards:
        card = cards & -cards
        cards ^= card
        rank, place = index_of(card) % 13, count
        while place > 0 and index_of(order[place - 1]) % 13 < rank:
            order[place] = order[place - 1]
            place -= 1
        order[place] = card
        count += 1
    return count
