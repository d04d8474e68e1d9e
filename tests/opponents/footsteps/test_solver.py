"""Whole boards solved: published values, and boards by hand."""

import random
from itertools import product

import pytest
from playfunc.compiled.native import zeros
from playfunc_opponents.footsteps.equilibrium import scaled
from playfunc_opponents.footsteps.solver import (
    WIDTH,
    floats,
    guarantees,
    place,
    saddle,
    size,
    solve,
    solve_board,
)


def test_the_published_values(board):
    assert board.value(0, 50, 50) == pytest.approx(0, abs=1e-9)
    assert round(board.value(1, 50, 50), 3) == 0.690
    assert round(board.value(2, 50, 50), 3) == 0.987


def test_the_strategy_is_sure_of_the_value_at_every_state(board):
    """Against every legal bid of the other, also those that the solver left out as wasted."""
    sure = guarantees(3, 50, board.mixes)
    assert max(abs(a - b) for a, b in zip(sure, board.values, strict=True)) < 1e-9


def test_a_small_board_by_hand():
    """Three cells, two points: win with one more. (2, 2): bids 1 and 2 each; the one who bids 2 against 1 wins."""
    small = solve_board(1, 2)
    assert small.value(0, 2, 2) == pytest.approx(0)
    assert small.mix(0, 2, 2) == {2: 1.0}
    # 3 points against 2: bidding 3, or bidding above the other, wins; 2 against 2 leaves 1 to 0, which wins too.
    three = solve_board(1, 3)
    assert three.value(0, 3, 2) == pytest.approx(1)


def plain_value(goal: int, points: int) -> float:
    """The start's value by fictitious play on every state: slow and rough, but shares nothing with the solver."""
    known: dict[tuple[int, int, int], float] = {}

    def value(position: int, mine: int, theirs: int) -> float:
        if abs(position) == goal:
            return 1.0 if position > 0 else -1.0
        if not mine and not theirs:
            return 0.0
        state = position, mine, theirs
        if state not in known:
            rows = [
                [
                    value(position + (i > j) - (i < j), mine - i, theirs - j)
                    for j in (range(1, theirs + 1) if theirs else [0])
                ]
                for i in (range(1, mine + 1) if mine else [0])
            ]
            known[state] = fictitious(rows)
        return known[state]

    return value(0, points, points - 1)


def fictitious(matrix: list[list[float]], turns: int = 3000) -> float:
    gains, losses = [0.0] * len(matrix), [0.0] * len(matrix[0])
    for _ in range(turns):
        i, j = gains.index(max(gains)), losses.index(min(losses))
        gains = [g + row[j] for g, row in zip(gains, matrix, strict=True)]
        losses = [loss + payoff for loss, payoff in zip(losses, matrix[i], strict=True)]
    return (max(gains) + min(losses)) / (2 * turns)


def test_a_small_board_by_fictitious_play():
    assert solve_board(2, 5).value(0, 5, 4) == pytest.approx(plain_value(2, 5), abs=0.05)


def test_states_are_numbered_without_gaps():
    assert size(3, 50) == 5 * 51 * 51 == place(3, 50, 2, 50, 50) + 1


# Matrix games: value, strategies and saddles.
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


# Other boards are scaled to the solved one.
def test_other_boards_are_scaled():
    assert scaled(1, 30, 20) == (1, 30, 20, 1.0, 30)
    million = scaled(-400, 1_000_000, 500_000)
    assert million[:3] == (-2, 50, 25)
    assert million.bid(3) == 60_000
    assert scaled(0, 1, 1_000_000).bid(1) == 1
    assert scaled(0, 0, 70).bid(0) == 0
