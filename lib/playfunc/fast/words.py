"""Counting and choosing bits of a 64-bit integer: one instruction each where the processor has it.

All take sets of cards: non-negative integers below 2^62.
"""

from __future__ import annotations

from playfunc.fast.native import NATIVE, compiled, deposits

__all__ = ["highest", "index_of", "nth", "popcount"]

if NATIVE:
    from playfunc.fast.instructions import deposit_bit, leading_zeros, popcount, trailing_zeros

    @compiled
    def index_of(cards: int) -> int:
        """The number of the lowest bit in a set that is not empty."""
        return trailing_zeros(cards)

    @compiled
    def highest(cards: int) -> int:
        """The highest bit of a set, 0 of none."""
        return 1 << (63 - leading_zeros(cards)) if cards else 0

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


if NATIVE and deposits():

    @compiled
    def nth(cards: int, n: int) -> int:
        """The bit of the set `cards` with `n` lower ones in it, 0 ≤ n < size."""
        return deposit_bit(n, cards)

else:

    @compiled
    def nth(cards: int, n: int) -> int:
        """The bit of the set `cards` with `n` lower ones in it, 0 ≤ n < size."""
        while n > 0:
            cards &= cards - 1
            n -= 1
        return cards & -cards
