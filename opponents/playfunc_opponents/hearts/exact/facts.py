"""Facts that one suit alone gives about its tricks, in a table for every distribution of the suit."""

from __future__ import annotations

from typing import Any

from playfunc.compiled.native import zeros

__all__ = ["DUCKED", "RUN", "facts_of", "suit_facts"]

DUCKED = 1
"""The player that does not lead can lose every trick in this suit, in any order of leads."""

RUN = 2
"""The leader can win every trick in this suit."""


def facts_of(ours: int, size: int) -> int:
    """`DUCKED | RUN` for a suit of `size` live cards, of which the leader holds the set `ours`.

    Ducked: for each of the leader's cards from below, the other has one more below it, as long as there are
    any; discards on other suits are the highest cards. Run: the leader's highest cards, as many as the
    other can follow to, are above all of the other's.
    """
    held = ours.bit_count()
    other = size - held
    ducked, mine, theirs = DUCKED, 0, 0
    for place in range(size):
        if ours >> place & 1:
            mine += 1
            if theirs < min(mine, other):
                ducked = 0
        else:
            theirs += 1
    above = 0
    while above < held and ours >> (size - 1 - above) & 1:
        above += 1
    return ducked | (RUN if above >= min(held, other) else 0)


def suit_facts() -> Any:
    """The facts of all suits, at the place of a lane as `lanes.marked` gives it: 2^14 numbers."""
    table = zeros(1 << 14)
    for size in range(14):
        for ours in range(1 << size):
            table[1 << size | ours] = facts_of(ours, size)
    return table
