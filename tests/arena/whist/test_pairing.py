"""Every pair meets equally often, and every card is dealt equally often: chi-square over 100,000."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from itertools import permutations

import pytest
from playfunc.cards import WhistCard
from playfunc_arena.whist.live import RULES
from playfunc_arena.whist.pairing import pairs

TIMES = 100_000

UPPER = {14: 36.12, 51: 87.97, 11: 31.26, 1: 10.83}
"""Degrees of freedom → the value that chi-square passes once in a thousand (NIST/SEMATECH, section 1.3.6.7.4)."""


def chi_square(counted: Mapping[object, int], expected: float) -> float:
    return sum((count - expected) ** 2 / expected for count in counted.values())


@pytest.mark.parametrize("waiting", [[], [4]])
def test_nobody_meets_alone(waiting: list[int]) -> None:
    assert pairs(waiting, random.Random(1)) == []


@pytest.mark.parametrize("count", range(2, 12))
def test_everybody_is_paired_once_and_at_most_one_waits_on(count: int) -> None:
    made = pairs(range(count), random.Random(count))
    met = [bot for pair in made for bot in pair]
    assert len(set(met)) == len(met) == count - count % 2


def test_every_way_to_pair_six_is_equally_likely() -> None:
    source = random.Random(20261123)
    counted = Counter(frozenset(map(frozenset, pairs(range(6), source))) for _ in range(TIMES))
    assert len(counted) == 15
    assert chi_square(counted, TIMES / 15) < UPPER[14]


def test_every_order_of_four_is_equally_likely_to_begin() -> None:
    source = random.Random(7)
    counted = Counter(pairs(range(4), source)[0] for _ in range(TIMES))
    assert set(counted) == set(permutations(range(4), 2))
    assert chi_square(counted, TIMES / 12) < UPPER[11]


def test_deals_are_unbiased() -> None:
    """By seed, so that it is the same in every run; a server deals from the system's cryptographic source."""
    source = random.Random(11)
    held: tuple[Counter[WhistCard], Counter[WhistCard]] = (Counter(), Counter())
    leads: Counter[int] = Counter()
    for _ in range(TIMES):
        state = RULES.deal(source)
        leads[state.turn] += 1
        for seat, hand in enumerate(state.hands):
            held[seat].update(hand)
    for counter in held:
        # drawn without replacement, 13 at a time: the counts vary by 39/51 of what independent draws would
        assert chi_square(counter, TIMES / 4) / (39 / 51) < UPPER[51]
    assert chi_square(leads, TIMES / 2) < UPPER[1]
