"""FootSteps solved by backward induction: from few points to many, a small matrix game at every state.

Every turn costs somebody a point, so a state's value needs only states with fewer points in all. Values are
from the side of the player asked: 1 a win, 0 a draw, -1 a loss. The best mixture from one side of a matrix
is also the other player's best mixture in the mirrored state, so half of the matrices are enough.

A board is flat: state `(position, mine, theirs)` has the number `place(goal, points, position, mine, theirs)`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from playfunc.compiled.native import NATIVE, compiled, zeros

# Matrix games solved exactly: one player picks a row, the other a column, both at once.
#
# The linear programme of a game whose entries are all positive, by the simplex method on a condensed tableau
# (Dantzig, A proof of the equivalence of the programming problem and the game problem, 1951): maximise the sum
# of y ≥ 0 with A·y ≤ 1; the value is one over that sum, the columns' strategy y over it, the rows' the duals.
#
# A tableau is a flat array of (rows + 1) · `WIDTH` numbers. Compiled where numba is there.


if NATIVE:
    import numpy

WIDTH = 128
"""Columns kept for a row of the tableau; at most one fewer columns of the game."""

SHIFT = 2.0
"""Added to every payoff, which lie within -1 … 1, so that all are positive."""

TINY = 1e-9
PATIENCE = 400
"""Pivots by the steepest column; after this number the first possible one is taken, which cannot cycle (Bland)."""


def floats(size: int) -> Any:
    """An array of `size` floats, all 0: numpy's where functions are compiled, a list elsewhere."""
    return numpy.zeros(size) if NATIVE else [0.0] * size


@compiled
def saddle(table: Any, rows: int, columns: int) -> tuple[int, int]:
    """A row and a column that are best against each other, or (-1, -1) where only mixing is. `table` holds payoffs to
    the rows' player."""
    best_row, low = 0, -1e9
    for i in range(rows):
        worst = 1e9
        for j in range(columns):
            worst = min(worst, table[i * WIDTH + j])
        if worst > low:
            best_row, low = i, worst
    best_column, high = 0, 1e9
    for j in range(columns):
        worst = -1e9
        for i in range(rows):
            worst = max(worst, table[i * WIDTH + j])
        if worst < high:
            best_column, high = j, worst
    if low < high:
        return -1, -1
    return best_row, best_column


@compiled
def _entering(table: Any, rows: int, columns: int, turn: int) -> int:
    chosen, least = -1, -TINY
    for j in range(columns):
        if table[rows * WIDTH + j] < least:
            chosen = j
            if turn > PATIENCE:
                return chosen
            least = table[rows * WIDTH + j]
    return chosen


@compiled
def _leaving(table: Any, rows: int, columns: int, column: int) -> int:
    """Of the rows that bind first the one with the largest pivot: a tiny one would magnify rounding errors."""
    least = 1e18
    for i in range(rows):
        step = table[i * WIDTH + column]
        if step > TINY:
            least = min(least, max(table[i * WIDTH + columns], 0.0) / step)
    chosen, largest = -1, 0.0
    for i in range(rows):
        step = table[i * WIDTH + column]
        if step > largest and table[i * WIDTH + columns] <= (least + TINY) * step:
            chosen, largest = i, step
    return chosen


@compiled
def _pivot(table: Any, rows: int, columns: int, row: int, column: int) -> None:
    here, pivot = row * WIDTH, table[row * WIDTH + column]
    for j in range(columns + 1):
        table[here + j] /= pivot
    for i in range(rows + 1):
        there = i * WIDTH
        share = table[there + column]
        if i != row:
            if share != 0.0:
                for j in range(columns + 1):
                    table[there + j] -= share * table[here + j]
            table[there + column] = -share / pivot
    table[here + column] = 1.0 / pivot


@compiled
def solve(table: Any, rows: int, columns: int, row_mix: Any, column_mix: Any, labels: Any) -> float:
    """The value to the rows' player; the optimal strategies are written into the two arrays.

    `table` holds the payoffs, `SHIFT` not yet added, and is overwritten. `labels` is an int64 array of at
    least rows + columns to work with.
    """
    for i in range(rows):
        for j in range(columns):
            table[i * WIDTH + j] += SHIFT
        table[i * WIDTH + columns] = 1.0
        labels[i] = i
        row_mix[i] = 0.0
    for j in range(columns):
        table[rows * WIDTH + j] = -1.0
        labels[rows + j] = rows + j
        column_mix[j] = 0.0
    table[rows * WIDTH + columns] = 0.0
    turn = 0
    while True:
        column = _entering(table, rows, columns, turn)
        if column < 0:
            break
        row = _leaving(table, rows, columns, column)
        _pivot(table, rows, columns, row, column)
        labels[row], labels[rows + column] = labels[rows + column], labels[row]
        turn += 1
    value = 1.0 / table[rows * WIDTH + columns]
    for i in range(rows):
        if labels[i] >= rows:
            column_mix[labels[i] - rows] = max(0.0, table[i * WIDTH + columns] * value)
    for j in range(columns):
        if labels[rows + j] < rows:
            row_mix[labels[rows + j]] = max(0.0, table[rows * WIDTH + j] * value)
    return value - SHIFT


SAME = 1e-9
"""Values closer than this are taken as equal."""


def size(goal: int, points: int) -> int:
    """How many states a board has: positions between the goals, times both players' points."""
    return (2 * goal - 1) * (points + 1) * (points + 1)


@compiled
def place(goal: int, points: int, position: int, mine: int, theirs: int) -> int:
    """The number of a state that is not over."""
    return ((position + goal - 1) * (points + 1) + mine) * (points + 1) + theirs


@compiled
def value_after(
    values: Any, goal: int, points: int, position: int, mine: int, theirs: int, bid: int, other: int
) -> float:
    """The value of the state after these bids."""
    position += (bid > other) - (bid < other)
    if position >= goal:
        return 1.0
    if position <= -goal:
        return -1.0
    return values[place(goal, points, position, mine - bid, theirs - other)]


@compiled
def _solve_state(
    values: Any,
    mixes: Any,
    goal: int,
    points: int,
    position: int,
    mine: int,
    theirs: int,
    work: Any,
    labels: Any,
) -> None:
    """Fill in the state and its mirror image. `work` is a tableau and behind it room for two strategies."""
    least, other_least = min(1, mine), min(1, theirs)
    rows = min(mine, theirs + 1) - least + 1  # points beyond the other's points plus one are wasted
    columns = min(theirs, mine + 1) - other_least + 1
    table, row_mix, column_mix = work
    for i in range(rows):
        for j in range(columns):
            table[i * WIDTH + j] = value_after(
                values, goal, points, position, mine, theirs, i + least, j + other_least
            )
    i, j = saddle(table, rows, columns)
    if i >= 0:
        value = table[i * WIDTH + j]
        for k in range(rows):
            row_mix[k] = 0.0
        for k in range(columns):
            column_mix[k] = 0.0
        row_mix[i], column_mix[j] = 1.0, 1.0
    else:
        value = solve(table, rows, columns, row_mix, column_mix, labels)
    here = place(goal, points, position, mine, theirs)
    mirror = place(goal, points, -position, theirs, mine)
    values[here], values[mirror] = value, -value
    for k in range(columns):
        mixes[mirror * (points + 1) + k + other_least] = column_mix[k]
    for k in range(rows):
        mixes[here * (points + 1) + k + least] = row_mix[k]


@compiled
def _solve_all(values: Any, mixes: Any, goal: int, points: int, work: Any, labels: Any) -> None:
    for both in range(1, 2 * points + 1):
        for mine in range(max(0, both - points), min(points, both) + 1):
            theirs = both - mine
            for position in range(1 - goal, goal):
                if mine < theirs or (mine == theirs and position <= 0):
                    _solve_state(values, mixes, goal, points, position, mine, theirs, work, labels)


@compiled
def _reply(
    values: Any, mixes: Any, goal: int, points: int, position: int, mine: int, theirs: int
) -> tuple[int, float]:
    """The other's bid that leaves the mixture the lowest value, and that value. Among equal bids, the one most
    likely to win the cell, and then the lowest."""
    first = place(goal, points, position, mine, theirs) * (points + 1)
    best, worst, best_won = 0, 9.0, -1.0
    for other in range(min(1, theirs), theirs + 1):
        mean, won = 0.0, 0.0
        for bid in range(min(1, mine), mine + 1):
            share = mixes[first + bid]
            if share > 0.0:
                mean += share * value_after(values, goal, points, position, mine, theirs, bid, other)
                won += share * (other > bid)
        if mean < worst - SAME or (mean < worst + SAME and won > best_won + SAME):
            best, worst, best_won = other, min(mean, worst), won
    return best, worst


@compiled
def _guarantee_all(values: Any, mixes: Any, goal: int, points: int) -> None:
    for both in range(1, 2 * points + 1):
        for mine in range(max(0, both - points), min(points, both) + 1):
            for position in range(1 - goal, goal):
                _, worst = _reply(values, mixes, goal, points, position, mine, both - mine)
                values[place(goal, points, position, mine, both - mine)] = worst


@dataclass(frozen=True)
class Solution:
    """A solved board: `values[place]`, and `mixes[place * (points + 1) + bid]`, the chance of each bid."""

    goal: int
    points: int
    values: Sequence[float]
    mixes: Sequence[float]

    def value(self, position: int, mine: int, theirs: int) -> float:
        return float(self.values[place(self.goal, self.points, position, mine, theirs)])

    def mix(self, position: int, mine: int, theirs: int) -> dict[int, float]:
        """The bids with a chance above 0, and their chances."""
        first = place(self.goal, self.points, position, mine, theirs) * (self.points + 1)
        chances = self.mixes[first : first + self.points + 1]
        return {bid: float(chance) for bid, chance in enumerate(chances) if chance > 0}


def solve_board(goal: int = 3, points: int = 50) -> Solution:
    """An equilibrium of the board whose goals lie `goal` cells from the middle. Points up to 126."""
    if points + 2 > WIDTH:
        raise ValueError(f"boards of up to {WIDTH - 2} points can be solved, not of {points}")
    states = size(goal, points)
    values, mixes = floats(states), floats(states * (points + 1))
    work = (floats(WIDTH * WIDTH), floats(WIDTH), floats(WIDTH))
    _solve_all(values, mixes, goal, points, work, zeros(2 * WIDTH))
    return Solution(goal, points, values, mixes)


def guarantees(goal: int, points: int, mixes: Sequence[float]) -> Sequence[float]:
    """The value that a strategy guarantees at every state, against the exact best response of a player that knows it.
    `mixes` is laid out as in `Solution`; every legal bid of the other is considered."""
    values = floats(size(goal, points))
    _guarantee_all(values, mixes, goal, points)
    return values


def best_reply(solution: Solution, position: int, mine: int, theirs: int) -> tuple[int, float]:
    """The other's bid that leaves a strategy the lowest value at this state, and that value. `solution` holds the
    strategy, and as values its `guarantees`."""
    bid, left = _reply(
        solution.values, solution.mixes, solution.goal, solution.points, position, mine, theirs
    )
    return int(bid), float(left)
