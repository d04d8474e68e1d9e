"""Step 2, alpha-beta: stop looking at a position once one of the players can certainly avoid it.

`low` is what seat 1 is already sure of elsewhere, `high` what seat 0 is sure of. A position worth `high` or more
will not be entered by seat 0, one worth `low` or less not by seat 1; by how much does not matter. So a value is
exact between the two, and beyond them only a bound (Knuth and Moore, An analysis of alpha-beta pruning,
Artificial Intelligence 6, 1975).
"""

from __future__ import annotations

import math

from playfunc_opponents.hearts.position import Position, final_scores
from playfunc_opponents.hearts.steps.minimax import cards
from playfunc_opponents.hearts.steps.solved import Count, Solved

__all__ = ["solve", "value"]


def solve(position: Position) -> Solved:
    """The value of a position with two hands."""
    count = Count()
    return Solved(value(position, -math.inf, math.inf, count), count.nodes)


def value(position: Position, low: float, high: float, count: Count) -> float:
    """What seat 0 has in the end, exact between `low` and `high`."""
    count.nodes += 1
    if not any(position.hands):
        return final_scores(position.taken)[0]
    if position.turn == 0:
        best = math.inf
        for card in cards(position):
            best = min(best, value(position.play(card), low, min(high, best), count))
            if best <= low:
                break
        return best
    best = -math.inf
    for card in cards(position):
        best = max(best, value(position.play(card), max(low, best), high, count))
        if best >= high:
            break
    return best
