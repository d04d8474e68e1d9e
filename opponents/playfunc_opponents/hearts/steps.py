"""The solver's ideas one by one, in plain Python: each adds one to the one before.

    minimax       look at everything
    alphabeta     stop looking where the answer cannot matter
    table         look at each position once, whatever moves led to it
    equivalence   treat equivalent cards as one card, and equivalent positions as one position

All agree on a position; only the number of positions that they look at differs. Read them in this order.
`python -m playfunc_opponents.hearts.steps` runs all four on one position; `docs/solver.md` has its table.
`playfunc_opponents.hearts.exact` then adds only speed: the same ideas on whole tricks, a good order of cards, questions
of yes or no in place of values, and a compiler.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from time import process_time

from playfunc.cards import Card
from playfunc.games.hearts.fast.bits import SPADE_QUEEN, SUIT_OF, SUITS, bits_of, legal, points, singles

from playfunc_opponents.hearts.position import MOON, Position, final_scores


@dataclass(slots=True)
class Solved:
    """`value`: the points seat 0 has in the end if both play perfectly; `nodes`: positions looked at."""

    value: float = math.nan
    nodes: int = 0


def example() -> Position:
    """Six cards each, seat 0 to lead; seat 0 has 9 points and seat 1 none, so a player can still shoot the moon."""
    mine, theirs = (
        bits_of(Card(text) for text in row.split()) for row in ("C9 D3 DK S4 H3 HQ", "CJ D6 SQ SK H2 H9")
    )
    return Position((mine, theirs), (), 0, (9, 0), first=False, broken=True)


def minimax(position: Position) -> Solved:
    """Step 1: the value of a position is the best of the values that its moves lead to.

    Seat 0 wants few points for itself and seat 1 wants many for seat 0, because every point goes to one of them. So
    seat 0 takes the minimum and seat 1 the maximum of the values after its moves. At the end there is no choice.
    """
    solved = Solved()

    def value(position: Position) -> float:
        solved.nodes += 1
        if not any(position.hands):
            return final_scores(position.taken)[0]
        after = [value(position.play(card)) for card in _cards(position)]
        return min(after) if position.turn == 0 else max(after)

    solved.value = value(position)
    return solved


def _cards(position: Position) -> list[int]:
    """The legal cards, each a set of one."""
    lead = position.trick[0] if position.trick else 0
    return singles(legal(position.hands[position.turn], SUIT_OF[lead], position.first, position.broken))


class _AlphaBeta:
    """Step 2: stop looking at a position once one of the players can certainly avoid it.

    `low` is what seat 1 is already sure of elsewhere, `high` what seat 0 is sure of. A position worth `high` or more
    will not be entered by seat 0, one worth `low` or less not by seat 1; by how much does not matter. So a value is
    exact between the two, and beyond them only a bound (Knuth and Moore, An analysis of alpha-beta pruning,
    Artificial Intelligence 6, 1975).
    """

    def __init__(self, choices: Callable[[Position], list[int]] = _cards) -> None:
        self._nodes = 0
        self._choices = choices

    def solve(self, position: Position) -> Solved:
        """The value of a position with two hands."""
        return Solved(self.value(position, -math.inf, math.inf), self._nodes)

    def value(self, position: Position, low: float, high: float) -> float:
        """What seat 0 has in the end, exact between `low` and `high`."""
        self._nodes += 1
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


def alphabeta(position: Position) -> Solved:
    """The value, without looking at positions that one of the players avoids."""
    return _AlphaBeta().solve(position)


class _Table(_AlphaBeta):
    """Step 3: different orders of play lead to the same position, which is then looked at once.

    Two thoughts make "the same" reach far. What is stored are the points *still to come*, so that it does not matter
    who won how many before. Only for the moon does it: while one of the two could still take all 26, what has been
    taken is part of the position. And a bound is worth storing too: it is kept as the least and the most that the
    value can be, and often settles the matter the next time.

    `choices` gives the cards to search, `key` the table's key of a position between tricks.
    """

    def __init__(self, choices: Callable[[Position], list[int]], key: Callable[[Position], Hashable]) -> None:
        super().__init__(choices)
        self._key = key
        self._bounds: dict[Hashable, tuple[float, float]] = {}

    def value(self, position: Position, low: float, high: float) -> float:
        if position.trick:
            return super().value(position, low, high)
        taken, key = position.taken[0], self._key(position)
        least, most = self._bounds.get(key, (-math.inf, math.inf))
        if taken + least >= high or taken + most <= low or least == most:
            return taken + (least if taken + least >= high else most)
        found = super().value(position, low, high)
        self._bounds[key] = (
            found - taken if found > low else least,
            found - taken if found < high else most,
        )
        return found


def table(position: Position) -> Solved:
    """The value, with each position looked at once."""
    return _Table(_cards, _same).solve(position)


def _same(position: Position) -> Hashable:
    """What two positions between tricks must share to have the same points to come."""
    return position.hands, position.turn, position.first, position.broken, _moon_open(position)


def _moon_open(position: Position) -> tuple[int, ...] | None:
    """The points taken while the moon may still be shot, `None` afterwards."""
    left = points(sum(position.hands) | sum(position.trick))
    return position.taken if max(position.taken) + left == MOON else None


def equivalence(position: Position) -> Solved:
    """Step 4: equivalent cards count as one card, and equivalent positions as one position.

    Of S4 and S5 in one hand either may be played; if S6 is gone, S7 is their equal too. SQ alone is nobody's equal.
    In the same way it does not matter which cards are held, only who holds the lowest left in the suit, the next one
    and so on, and where among them SQ stands. Two suits without points may even change places.
    """
    return _Table(Position.choices, _alike).solve(position)


def _alike(position: Position) -> Hashable:
    """What two positions between tricks must share to play alike."""
    clubs, diamonds, spades, hearts = (_pattern(position, suit) for suit in SUITS)
    plain = sorted((clubs, diamonds))
    return *plain, spades, hearts, position.turn, position.first, position.broken, _moon_open(position)


def _pattern(position: Position, suit: int) -> str:
    """The holders of the cards left in the suit, from the lowest: seats, and Q before the one with SQ."""
    mine, theirs = (hand & suit for hand in position.hands)
    return "".join(
        ("Q" if card == SPADE_QUEEN else "") + ("0" if card & mine else "1")
        for card in singles(mine | theirs)
    )


STEPS: Mapping[str, Callable[[Position], Solved]] = {
    step.__name__: step for step in (minimax, alphabeta, table, equivalence)
}
"""In the order to read them."""


def main() -> None:
    print(f"{'step':<12} {'value':>5} {'positions':>10} {'seconds':>8}")
    for name, solve in STEPS.items():
        start = process_time()
        found = solve(example())
        print(f"{name:<12} {found.value:>5g} {found.nodes:>10,} {process_time() - start:>8.2f}")


if __name__ == "__main__":
    main()
