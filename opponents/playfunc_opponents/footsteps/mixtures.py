"""What a mixture of bids is worth against a player that knows it: its exploitability, exactly."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from playfunc.games.footsteps import legal_bids

from playfunc_opponents.footsteps.equilibrium import GOAL, POINTS

if TYPE_CHECKING:
    from playfunc_opponents.footsteps.solver import Solution

State = tuple[int, int, int]
"""Position, own points, the other's points, as `mix` is given them."""

START: State = (0, POINTS, POINTS)

_TOLERANCE = 0.01
"""How far a sum of chances may be from 1."""


@dataclass(frozen=True, slots=True)
class Punishment:
    """At `state`, which is reached with chance `reached` when the other plays so, the other's `bid` leaves the
    mixture `left` (1 a win for sure, -1 a loss)."""

    state: State
    bid: int
    left: float
    reached: float


@dataclass(frozen=True, slots=True)
class Exploitation:
    """`exploitability` is what is lost against the best reply: 0 nothing, 1 every game. `punishments` are the
    replies that leave the mixture behind, the likeliest states first."""

    exploitability: float
    punishments: tuple[Punishment, ...]


def board_states() -> Iterator[State]:
    """Every state of the standard board in which a bid is due."""
    for position in range(1 - GOAL, GOAL):
        for mine in range(POINTS + 1):
            for theirs in range(POINTS + 1):
                if mine or theirs:
                    yield position, mine, theirs


def read_mixture(answer: object, my_points: int) -> dict[int, float]:
    """The chances of each bid, adding up to 1. Raises `ValueError` with a sentence for who wrote the mixture.
    `answer` maps bids (numbers, or numbers as text) to chances. A sum within 1% of 1 is scaled to it."""
    if not isinstance(answer, Mapping) or not answer:
        raise ValueError(f"a dict from bids to chances was expected, got {answer!r:.60}")
    mixture: dict[int, float] = {}
    for key, chance in answer.items():
        bid = int(key) if isinstance(key, str) and key.lstrip("-").isdigit() else key
        legal = legal_bids(my_points)
        if type(bid) is not int or bid not in legal:
            allowed = f"from {legal[0]} to {legal[-1]}, in this order" if legal[-1] else "0 alone"
            raise ValueError(f"{key!r:.40} is no legal bid; the legal bids are {allowed}")
        if type(chance) not in (int, float) or not 0 <= chance <= 1 + _TOLERANCE:
            raise ValueError(
                f"the chance of bid {bid} is {chance!r:.40}, not a plain number from 0 to 1 (`float(chance)` makes one)"
            )
        mixture[bid] = float(chance)
    total = sum(mixture.values())
    if abs(total - 1) > _TOLERANCE:
        raise ValueError(f"the chances add up to {total:.4g}, not to 1")
    return {bid: chance / total for bid, chance in mixture.items()}


def exploit(mixtures: Mapping[State, Mapping[int, float]], most: int = 5) -> Exploitation:
    """How much of the game a strategy gives away, and how; `mixtures` has every state of `board_states`."""
    from playfunc_opponents.footsteps.solver import (  # compiled by numba
        Solution,
        floats,
        guarantees,
        place,
        size,
    )

    mixes = floats(size(GOAL, POINTS) * (POINTS + 1))
    for state, mixture in mixtures.items():
        first = place(GOAL, POINTS, *state) * (POINTS + 1)
        for bid, chance in mixture.items():
            mixes[first + bid] = chance
    known = Solution(GOAL, POINTS, guarantees(GOAL, POINTS, mixes), mixes)
    found = sorted((reply for reply in _replies(known) if reply.left < 0), key=lambda reply: -reply.reached)
    return Exploitation(max(0.0, -known.value(*START)), tuple(found[:most]))


def _replies(known: Solution) -> Iterator[Punishment]:
    """The best reply at every state that it leads to, the start first."""
    from playfunc_opponents.footsteps.solver import best_reply

    reached: dict[int, dict[State, float]] = defaultdict(lambda: defaultdict(float))
    reached[2 * POINTS][START] = 1.0
    for both in range(2 * POINTS, 0, -1):
        for (position, mine, theirs), chance in reached.pop(both, {}).items():
            bid, left = best_reply(known, position, mine, theirs)
            yield Punishment((position, mine, theirs), bid, left, chance)
            for own, share in known.mix(position, mine, theirs).items():
                moved = position + (own > bid) - (own < bid)
                if abs(moved) < GOAL:
                    reached[both - own - bid][moved, mine - own, theirs - bid] += chance * share
