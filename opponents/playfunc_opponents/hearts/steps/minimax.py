"""Step 1, minimax: the value of a position is the best of the values that its moves lead to.

Seat 0 wants few points for itself and seat 1 wants many for seat 0, because every point goes to one of them. So
seat 0 takes the minimum and seat 1 the maximum of the values after its moves. At the end there is no choice.
"""

from __future__ import annotations

from playfunc_opponents.hearts.bits import legal, singles
from playfunc_opponents.hearts.position import Position, final_scores
from playfunc_opponents.hearts.steps.solved import Count, Solved

__all__ = ["cards", "solve", "value"]


def solve(position: Position) -> Solved:
    """The value of a position with two hands."""
    count = Count()
    return Solved(value(position, count), count.nodes)


def value(position: Position, count: Count) -> float:
    """The final points of seat 0."""
    count.nodes += 1
    if not any(position.hands):
        return final_scores(position.taken)[0]
    after = [value(position.play(card), count) for card in cards(position)]
    return min(after) if position.turn == 0 else max(after)


def cards(position: Position) -> list[int]:
    """The legal cards, each a set of one."""
    lead = position.trick[0] if position.trick else 0
    return singles(legal(position.hands[position.turn], lead, first=position.first, broken=position.broken))
