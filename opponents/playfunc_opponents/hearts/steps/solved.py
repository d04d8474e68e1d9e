"""The answer of a step, and the example position for all steps."""

from __future__ import annotations

from dataclasses import dataclass

from playfunc.cards import Card

from playfunc_opponents.hearts.bits import bits_of
from playfunc_opponents.hearts.position import Position

__all__ = ["Count", "Solved", "example"]


@dataclass(frozen=True, slots=True)
class Solved:
    """`value`: the points seat 0 has in the end if both play perfectly; `nodes`: positions looked at."""

    value: float
    nodes: int


@dataclass(slots=True)
class Count:
    """The positions looked at so far."""

    nodes: int = 0


def example() -> Position:
    """Six cards each, seat 0 to lead; seat 0 has 9 points and seat 1 none, so a player can still shoot the moon."""
    mine, theirs = (
        bits_of(Card(text) for text in row.split()) for row in ("C9 D3 DK S4 H3 HQ", "CJ D6 SQ SK H2 H9")
    )
    return Position((mine, theirs), (), 0, (9, 0), first=False, broken=True)
