"""Step 3, a table: different orders of play lead to the same position, which is then looked at once.

Two thoughts make "the same" reach far. What is stored are the points *still to come*, so that it does not matter
who won how many before. Only for the moon does it: while one of the two could still take all 26, what has been
taken is part of the position. And a bound is worth storing too: it is kept as the least and the most that the
value can be, and often settles the matter the next time.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable

from playfunc_opponents.hearts.bits import points_in
from playfunc_opponents.hearts.position import MOON, Position, final_scores
from playfunc_opponents.hearts.steps.minimax import cards
from playfunc_opponents.hearts.steps.solved import Count, Solved

__all__ = ["Search", "moon_open", "same", "solve"]


def solve(position: Position) -> Solved:
    """The value of a position with two hands."""
    search = Search(cards, same)
    return Solved(search.value(position, -math.inf, math.inf), search.count.nodes)


def same(position: Position) -> Hashable:
    """What two positions between tricks must share to have the same points to come."""
    return position.hands, position.turn, position.first, position.broken, moon_open(position)


def moon_open(position: Position) -> tuple[int, ...] | None:
    """The points taken while the moon may still be shot, `None` afterwards."""
    left = points_in(sum(position.hands) | sum(position.trick))
    return position.taken if max(position.taken) + left == MOON else None


class Search:
    """Alpha-beta with a table: `choices` gives the cards to search, `key` the table's key of a position."""

    def __init__(self, choices: Callable[[Position], list[int]], key: Callable[[Position], Hashable]) -> None:
        self.count = Count()
        self._choices = choices
        self._key = key
        self._bounds: dict[Hashable, tuple[float, float]] = {}

    def value(self, position: Position, low: float, high: float) -> float:
        """What seat 0 has in the end, exact between `low` and `high`."""
        if position.trick:
            return self._searched(position, low, high)
        taken, key = position.taken[0], self._key(position)
        least, most = self._bounds.get(key, (-math.inf, math.inf))
        if taken + least >= high or taken + most <= low or least == most:
            return taken + (least if taken + least >= high else most)
        found = self._searched(position, low, high)
        self._bounds[key] = (
            found - taken if found > low else least,
            found - taken if found < high else most,
        )
        return found

    def _searched(self, position: Position, low: float, high: float) -> float:
        self.count.nodes += 1
        if not any(position.hands):
            return final_scores(position.taken)[0]
        if position.turn == 0:
            best = math.inf
            for card in self._choices(position):
                best = min(best, self.value(position.play(card), low, min(high, best)))
                if best <= low:
                    break
            return best
        best = -math.inf
        for card in self._choices(position):
            best = max(best, self.value(position.play(card), max(low, best), high))
            if best >= high:
                break
        return best
