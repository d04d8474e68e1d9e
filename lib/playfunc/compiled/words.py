"""Counting and choosing bits of a 64-bit integer: one instruction each where the processor has it.

All take sets of cards: non-negative integers below 2^62.
"""

from __future__ import annotations

from playfunc.compiled.native import NATIVE, compiled, deposits

if NATIVE:
    from playfunc.compiled.numba_extensions import deposit_bit, trailing_zeros
    from playfunc.compiled.numba_extensions import popcount as popcount

    @compiled
    def index_of(cards: int) -> int:
        """The number of the lowest bit in a set that is not empty."""
        return trailing_zeros(cards)

else:
    popcount = compiled(lambda cards: cards.bit_count())

    @compiled
    def index_of(cards: int) -> int:
        """The number of the lowest bit in a set that is not empty."""
        return (cards & -cards).bit_length() - 1


@compiled
def highest(cards: int) -> int:
    """The highest bit of a set, 0 of none."""
    return 1 << cards.bit_length() - 1 if cards else 0


@compiled
def nth_by_clearing(cards: int, n: int) -> int:
    """`nth` without the instruction; quickest for small `n`."""
    cards &= cards - (n > 0)  # the lowest bit goes, or none: no branch that could be mispredicted
    cards &= cards - (n > 1)
    cards &= cards - (n > 2)
    cards &= cards - (n > 3)
    cards &= cards - (n > 4)
    while n > 5:
        cards &= cards - 1
        n -= 1
    return cards & -cards


@compiled
def nth_by_halving(cards: int, n: int) -> int:
    """The same, quicker where `n` is often more than 10."""
    place = 0
    for width in (32, 16, 8, 4, 2, 1):
        low = popcount(cards >> place & (1 << width) - 1)
        if n >= low:
            n -= low
            place += width
    return 1 << place


if deposits():

    @compiled
    def nth(cards: int, n: int) -> int:
        """The bit of the set `cards` with `n` lower ones in it, 0 ≤ n < size."""
        return deposit_bit(n, cards)

    nth_of_many = nth
else:
    nth, nth_of_many = nth_by_clearing, nth_by_halving
