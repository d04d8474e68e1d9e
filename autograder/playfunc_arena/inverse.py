"""The inverse of a small symmetric matrix, in plain Python."""

from __future__ import annotations

from collections.abc import Sequence


def inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """The inverse of a positive definite matrix, by Gauss and Jordan's elimination without exchanging rows.

    Raises `ZeroDivisionError` for a matrix that has none.
    """
    size = len(matrix)
    rows = [[*line, *(float(place == other) for other in range(size))] for place, line in enumerate(matrix)]
    for pivot in range(size):
        scale = 1 / rows[pivot][pivot]
        rows[pivot] = [value * scale for value in rows[pivot]]
        for place, line in enumerate(rows):
            share = line[pivot]
            if place != pivot and share:
                rows[place] = [value - share * own for value, own in zip(line, rows[pivot], strict=True)]
    return [line[size:] for line in rows]
