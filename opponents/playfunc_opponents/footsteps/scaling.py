"""Boards of any size scaled to the standard board, and bids scaled back."""

from __future__ import annotations

from typing import NamedTuple

from playfunc_opponents.footsteps.equilibrium import GOAL, POINTS

__all__ = ["Scaled", "scaled"]


class Scaled(NamedTuple):
    """A state of the standard board, and the number of real points that one of its points represents."""

    position: int
    mine: int
    theirs: int
    scale: float
    points: int

    def bid(self, bid: int) -> int:
        """A bid of the standard board as a legal one of the real board."""
        return min(max(round(bid * self.scale), min(1, self.points)), self.points)


def scaled(position: int, mine: int, theirs: int) -> Scaled:
    """The most similar state of the standard board; a state of the standard board stays the same.

    Above 50 points, both players' points are divided by the same number, so that only their ratio counts; on
    a longer strip, positions beyond two cells from the middle count as two.
    """
    scale = max(mine, theirs, POINTS) / POINTS
    near = min(max(position, 1 - GOAL), GOAL - 1)
    return Scaled(near, _shrunk(mine, scale), _shrunk(theirs, scale), scale, mine)


def _shrunk(points: int, scale: float) -> int:
    return max(round(points / scale), min(1, points))
