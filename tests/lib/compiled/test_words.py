"""Bits of a word: the highest, the nth, and their number."""

from __future__ import annotations

import random

import pytest
from playfunc.compiled.words import highest, index_of, nth, nth_by_clearing, nth_by_halving


@pytest.mark.parametrize("choose", [nth, nth_by_clearing, nth_by_halving])
def test_the_nth_bit_is_the_nth_however_it_is_found(choose: object) -> None:
    rng = random.Random(1)
    for _ in range(200):
        cards = rng.getrandbits(52) & rng.choice([(1 << 52) - 1, rng.getrandbits(52)]) or 1
        bits = [1 << place for place in range(52) if cards >> place & 1]
        place = rng.randrange(len(bits))
        assert choose(cards, place) == bits[place]  # type: ignore[operator]
        assert (1 << index_of(cards), highest(cards)) == (bits[0], bits[-1])
    assert highest(0) == 0
