"""Random numbers that are the same with and without numba, on every machine.

The generator is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA
2014): a counter, and a function that mixes its bits. Its whole state is one word of 64 bits, handed from
call to call, so that nothing is shared or hidden:

    luck = next_luck(luck)
    word = word_of(luck)             64 random bits
    part = fraction(luck)            32 of them, as a number from 0 to 2^32 - 1, read as a part of 1
    place = part * n >> 32           0 … n - 1
    part = part * n & FRACTION       what of `part` is still unspent: good for the next choice

Compiled code answers an int when it is called from Python, and would take the next one for an int64: hand it
`u64(luck)`.
"""

from __future__ import annotations

from playfunc.compiled.native import compiled, i64, u64

FRACTION = 2**32 - 1

_WORD = u64(2**64 - 1)
_STEP = u64(0x9E3779B97F4A7C15)
_MIX1, _MIX2 = u64(0xBF58476D1CE4E5B9), u64(0x94D049BB133111EB)
_30, _27, _31, _32 = u64(30), u64(27), u64(31), u64(32)


def seed_luck(seed: int) -> int:
    """The generator's first state for any integer."""
    return u64(seed % 2**64)


@compiled
def next_luck(luck: int) -> int:
    return (luck + _STEP) & _WORD


@compiled
def word_of(luck: int) -> int:
    """64 random bits (a uint64 in compiled code)."""
    word = ((luck ^ (luck >> _30)) * _MIX1) & _WORD
    word = ((word ^ (word >> _27)) * _MIX2) & _WORD
    return word ^ (word >> _31)


@compiled
def fraction(luck: int) -> int:
    """32 random bits as a signed number."""
    return i64(word_of(luck) >> _32)
