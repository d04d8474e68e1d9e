"""The solver against plain minimax: the same values for every card, whatever the position."""

from __future__ import annotations

import random

import pytest
from plain_minimax import late_position, moon_position, plain_values, small_deal
from playfunc.games.hearts import Hearts, HeartsState
from playfunc_opponents.hearts.solver import Solver

RULES = Hearts(2)
SOLVER = Solver(18)


def agrees(state: HeartsState) -> None:
    """Values, best cards and the value itself, where there is a card to play."""
    expected = plain_values(state)
    assert SOLVER.values(state) == expected, state
    assert SOLVER.value(state) == min(expected.values()), state


@pytest.mark.parametrize("seed", range(20))
def test_small_deals_with_the_first_trick(seed: int) -> None:
    rng = random.Random(f"small {seed}")
    agrees(small_deal(rng, rng.randint(1, 4), rng.choice((0.3, 0.6, 1.0))))


@pytest.mark.parametrize("seed", range(20))
def test_late_positions_of_whole_deals(seed: int) -> None:
    rng = random.Random(f"late {seed}")
    agrees(late_position(rng, rng.randint(43, 51)))


@pytest.mark.parametrize("seed", range(20))
def test_positions_in_which_the_moon_may_be_shot(seed: int) -> None:
    rng = random.Random(f"moon {seed}")
    agrees(moon_position(rng, rng.randint(2, 4)))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 140))
def test_thousands_of_positions(seed: int) -> None:
    rng = random.Random(f"many {seed}")
    for _ in range(25):
        agrees(small_deal(rng, rng.randint(1, 4), rng.choice((0.3, 0.6, 1.0))))
        agrees(late_position(rng, rng.randint(42, 51)))
        agrees(moon_position(rng, rng.randint(2, 4)))
    agrees(moon_position(rng, 5))
    agrees(small_deal(rng, 5, 0.6))
