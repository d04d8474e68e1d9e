"""Costs grouped by what kind of move gave them away, and in which phase of the game, in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from math import fsum

from playfunc.costs import CostlyMove, quantity

__all__ = ["Pattern", "patterns", "phase_of", "told"]

MOST = 0.5
"""The share of a loss from which a group is "most of it"."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """Costly moves of one `kind` in one `phase` of the game, the costliest first, and their `share` of the loss."""

    kind: str
    phase: str
    moves: tuple[CostlyMove, ...]
    share: float

    @property
    def lost(self) -> float:
        """What the moves gave away together."""
        return fsum(move.lost for move in self.moves)

    def __str__(self) -> str:
        """Such as "leads in tricks 1 to 8"."""
        kinds = f"{self.kind or 'move'}s"
        return f"{kinds} in {self.phase}" if self.phase else kinds


def patterns(costs: Iterable[CostlyMove]) -> tuple[Pattern, ...]:
    """The moves that surely cost something, grouped by kind and phase, the costliest group first."""
    return _grouped(costs, by_kind=True, by_phase=True)


def _grouped(costs: Iterable[CostlyMove], *, by_kind: bool, by_phase: bool) -> tuple[Pattern, ...]:
    costly = sorted((cost for cost in costs if cost.sure), key=lambda cost: -cost.lost)
    groups: dict[tuple[str, str], list[CostlyMove]] = {}
    for cost in costly:
        groups.setdefault((cost.kind if by_kind else "", cost.phase if by_phase else ""), []).append(cost)
    whole = fsum(cost.lost for cost in costly)
    found = (
        Pattern(kind, phase, tuple(moves), fsum(move.lost for move in moves) / whole)
        for (kind, phase), moves in groups.items()
    )
    return tuple(sorted(found, key=lambda pattern: -pattern.share))


def told(costs: Iterable[CostlyMove], whose: str = "your") -> str:
    """Where the loss lies, in a sentence: by kind and phase, or by one of them where no group of both has most of it.

    Empty where no move surely cost anything. `whose` loss it is: "your", or "the".
    """
    costs = tuple(costs)
    both = patterns(costs)
    if not both:
        return ""
    for candidates in (
        both,
        _grouped(costs, by_kind=True, by_phase=False),
        _grouped(costs, by_kind=False, by_phase=True),
    ):
        if candidates[0].share > MOST:
            return f"Most of {whose} loss is {candidates[0]} ({_extent(candidates[0])})."
    return f"{whose.capitalize()} loss is spread out; the largest part is {both[0]} ({_extent(both[0])})."


def _extent(pattern: Pattern) -> str:
    moves, unit = pattern.moves, pattern.moves[0].unit
    exact = all(move.exact for move in moves)
    lost = quantity(round(pattern.lost, 9), unit)
    count = f"{len(moves)} move{'s' * (len(moves) != 1)}"
    return f"{'' if exact else 'about '}{lost} in {count}, {pattern.share:.0%} of what surely was given away"


def phase_of(place: int, total: int, parts: str = "tricks", phases: int = 3) -> str:
    """The third of the game that part number `place` of `total` falls in, counted from 1: "tricks 1 to 8".

    `phases` is for another division than thirds.
    """
    ends = [total * number // phases for number in range(phases + 1)]
    first, last = next((low + 1, high) for low, high in pairwise(ends) if place <= high)
    return f"{parts} {first} to {last}"
