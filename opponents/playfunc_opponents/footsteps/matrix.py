"""Matrix games solved exactly: one player picks a row, the other a column, both at once.

The linear programme of a game whose entries are all positive, by the simplex method on a condensed tableau
(Dantzig, A proof of the equivalence of the programming problem and the game problem, 1951): maximise the sum
of y ≥ 0 with A·y ≤ 1; the value is one over that sum, the columns' strategy y over it, the rows' the duals.

A tableau is a flat array of (rows + 1) · `WIDTH` numbers. Compiled where numba is there.
"""

from __future__ import annotations

from typing import Any

from playfunc.compiled.native import NATIVE, compiled

__all__ = ["SHIFT", "WIDTH", "floats", "saddle", "solve"]

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
    """A row and a column that are best against each other, or (-1, -1) where only mixing is.

    `table` holds payoffs to the rows' player.
    """
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
