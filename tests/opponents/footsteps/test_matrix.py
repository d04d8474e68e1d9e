"""Matrix games: value, strategies and saddles."""

from __future__ import annotations

import random
from itertools import product

import pytest
from playfunc.compiled.native import zeros
from playfunc_opponents.footsteps.matrix import WIDTH, floats, saddle, solve


def solved(rows: list[list[float]]) -> tuple[float, list[float], list[float]]:
    table, row_mix, column_mix = floats(WIDTH * WIDTH), floats(WIDTH), floats(WIDTH)
    for i, row in enumerate(rows):
        for j, payoff in enumerate(row):
            table[i * WIDTH + j] = payoff
    value = solve(table, len(rows), len(rows[0]), row_mix, column_mix, zeros(2 * WIDTH))
    return float(value), list(row_mix[: len(rows)]), list(column_mix[: len(rows[0])])


def test_matching_pennies_and_rock_paper_scissors():
    value, rows, columns = solved([[1, -1], [-1, 1]])
    assert value == pytest.approx(0, abs=1e-12)
    assert rows + columns == pytest.approx([0.5] * 4)
    value, rows, columns = solved([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    assert value == pytest.approx(0, abs=1e-12)
    assert rows == pytest.approx([1 / 3] * 3)
    assert columns == pytest.approx([1 / 3] * 3)


@pytest.mark.parametrize("seed", range(30))
def test_the_two_strategies_prove_the_value(seed):
    """Weak duality: what the rows are sure of meets what the columns allow, so both are the value."""
    rng = random.Random(seed)
    height, width = rng.randint(1, 12), rng.randint(1, 12)
    matrix = [[rng.choice([-1, -0.5, 0, 0.25, 1]) for _ in range(width)] for _ in range(height)]
    value, rows, columns = solved(matrix)
    assert sum(rows) == pytest.approx(1)
    assert sum(columns) == pytest.approx(1)
    sure = min(sum(x * row[j] for x, row in zip(rows, matrix, strict=True)) for j in range(width))
    allowed = max(sum(y * p for y, p in zip(columns, row, strict=True)) for row in matrix)
    assert sure == pytest.approx(value, abs=1e-9)
    assert allowed == pytest.approx(value, abs=1e-9)


def test_a_saddle_is_found_where_there_is_one():
    table = floats(WIDTH * WIDTH)
    for (i, j), payoff in zip(product(range(2), range(3)), [0.5, 0.25, 1, 0, -1, 1], strict=True):
        table[i * WIDTH + j] = payoff
    assert saddle(table, 2, 3) == (0, 1)
    table[0], table[1], table[WIDTH], table[WIDTH + 1] = 1, -1, -1, 1
    assert saddle(table, 2, 2) == (-1, -1)
