"""Whole boards solved: published values, and boards by hand."""

from __future__ import annotations

import pytest
from playfunc_opponents.footsteps.solver import guarantees, place, size, solve_board


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
