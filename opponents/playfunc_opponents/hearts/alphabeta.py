"""Two-player search with all cards known: alpha-beta from trick to trick, with a table of what was found.

Every value is what the player to lead will score in the end; the other scores the rest of 26, so that
turning the table round is `26 - value`. A position is known by its two hands and the points the leader has
won: the points in the hands are still to come, the follower has the others, and whether hearts are broken
can be read off the hands, which hold all thirteen until then. Different orders of play that meet in one
position are looked at once (a transposition table).
"""

from __future__ import annotations

import math
from collections.abc import Callable

from playfunc_opponents.hearts.bits import ALL, HEARTS, SUIT, distinct, legal, points_in
from playfunc_opponents.hearts.position import MOON, Position

__all__ = ["OutOfNodes", "Search"]

Key = tuple[int, int, int]
"""The hand of who is to lead, the other hand, the points the leader has won."""


class OutOfNodes(Exception):  # noqa: N818, not a fault but an answer
    """The search would look at more positions than it may."""


class Search:
    """A search for one move. `nodes` is how many positions it may still look at.

    `estimate(taken, left)` stands for a score where the search stops: `taken` by the player and by the
    other, `left` in the hands.
    """

    def __init__(self, nodes: int, estimate: Callable[[tuple[int, int], int], float]) -> None:
        self.nodes = nodes
        self._estimate = estimate
        self._stop = 0
        self._bounds: dict[Key, tuple[float, float]] = {}
        self._best: dict[Key, int] = {}

    def look(self, stop: int) -> None:
        """From now on look as far as hands of `stop` cards; 0 is exact."""
        self._stop = stop
        self._bounds.clear()

    def score(self, position: Position, high: float = math.inf) -> float:
        """What seat 0 scores from here, if that is less than `high`; otherwise something not less.

        Raises `OutOfNodes`. The points taken and those in play must add up to 26, as in a game they do.
        """
        leader = position.turn ^ len(position.trick)
        lead, follow = position.hands[leader], position.hands[1 - leader]
        won = position.taken[leader]
        low, high = (MOON - high, float(MOON)) if leader else (0.0, high)
        if position.trick:
            card = position.trick[0]
            value = self._answered((lead | card, follow, won), card, low, high)
        else:
            value = self._value((lead, follow, won), low, high)
        return MOON - value if leader else value

    def _value(self, key: Key, low: float, high: float) -> float:
        """The leader's score: exact between `low` and `high`, else a bound on the same side of them."""
        lead, follow, won = key
        left = points_in(lead | follow)
        if not left:
            return MOON - won if won in (0, MOON) else won
        if lead.bit_count() <= self._stop:
            return self._estimate((won, MOON - left - won), left)
        least, most = self._bounds.get(key) or _range(won, left)
        if least >= high or most <= low or least == most:
            return least if least >= high else most
        if not self.nodes:
            raise OutOfNodes
        self.nodes -= 1
        value = self._led(key, max(low, least), min(high, most))
        self._bounds[key] = (value if value > low else least, value if value < high else most)
        return value

    def _led(self, key: Key, low: float, high: float) -> float:
        """The leader's choice: the card with the lowest score. What was best the last time comes first."""
        lead, follow, _ = key
        first, broken = lead | follow == ALL, HEARTS & ~(lead | follow) != 0
        cards = distinct(legal(lead, 0, first=first, broken=broken), lead | follow)
        cards.sort(key=lambda card: card != self._best.get(key))
        best = 2.0 * MOON
        for card in cards:
            value = self._answered(key, card, low, min(best, high))
            if value < best:
                best, self._best[key] = value, card
            if best <= low:
                break
        return best

    def _answered(self, key: Key, card: int, low: float, high: float) -> float:
        """The follower's choice on `card`, which is still in the leader's hand: the highest score."""
        lead, follow, won = key
        replies = legal(follow, card, first=lead | follow == ALL, broken=False)
        worst = -1.0
        for reply in reversed(distinct(replies, lead | follow)):
            points = points_in(card | reply)
            if reply & SUIT[card] and reply > card:
                theirs = MOON - points_in(lead | follow) - won + points
                turned = (follow ^ reply, lead ^ card, theirs)
                value = MOON - self._value(turned, MOON - high, MOON - max(worst, low))
            else:
                value = self._value((lead ^ card, follow ^ reply, won + points), max(worst, low), high)
            worst = max(worst, value)
            if worst >= high:
                break
        return worst


def _range(won: int, left: int) -> tuple[float, float]:
    """The least and the most the leader can score; once both have points there is no moon."""
    return won if won + left < MOON else 0, won + left if won else MOON
