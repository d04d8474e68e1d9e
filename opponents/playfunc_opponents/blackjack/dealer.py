"""Every way in which a dealer's hand can end, by its upcard: compiled into flat arrays.

What the dealer draws, hole card first, is a sequence of values 1 … 10 (an ace is 1) that ends at the first total
of 17 or more. Sequences of the same cards are equally likely, so they are counted together: a *way out* is the
cards drawn, lowest first, how many orders they can come in, and the score it leads to (0 when bust).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from playfunc.compiled.native import zeros
from playfunc.games.blackjack import FACES, hand_score, total

STANDS = 17


class WaysOut(NamedTuple):
    """`ends[i]` is where way i's cards end in `cards` (they begin where those of i - 1 end); `orders[i]` and
    `scores[i]` belong to it. All are int64 arrays."""

    ends: Any
    cards: Any
    orders: Any
    scores: Any


@lru_cache(maxsize=10)
def ways_out(upcard: int) -> WaysOut:
    """The ways out from an upcard of value 1 … 10."""
    found: dict[tuple[int, ...], int] = {}
    open_hands: dict[tuple[int, ...], int] = {(): 1}
    while open_hands:
        longer: dict[tuple[int, ...], int] = {}
        for drawn, orders in open_hands.items():
            for value in range(1, 11):
                cards = tuple(sorted((*drawn, value)))
                into = found if total(_faces((upcard, *cards))) >= STANDS else longer
                into[cards] = into.get(cards, 0) + orders
        open_hands = longer
    ways = sorted(found)
    return WaysOut(
        _array([sum(map(len, ways[: i + 1])) for i in range(len(ways))]),
        _array([value for way in ways for value in way]),
        _array([found[way] for way in ways]),
        _array([hand_score(_faces((upcard, *way))) for way in ways]),
    )


def _faces(values: tuple[int, ...]) -> str:
    return "".join(FACES[value - 1] for value in values)


def _array(numbers: list[int]) -> Any:
    array = zeros(len(numbers))
    for place, number in enumerate(numbers):
        array[place] = number
    return array
