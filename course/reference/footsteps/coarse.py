"""Step 4 of the unit: an equilibrium by backward induction, of a board that is small enough to be solved at once.

The board has 20 points for 50: what is bid there stands for two and a half as much. Each state's matrix game is
solved by regret matching.
"""

import random
from functools import cache

import numpy as np

GOAL, POINTS, REAL_POINTS = 3, 20, 50
ROUNDS = 60


def legal(points: int) -> list[int]:
    return list(range(1, points + 1)) or [0]


def shares(regret: np.ndarray) -> np.ndarray:
    """A mixture in proportion to the regrets; all bids alike if there is nothing to regret."""
    total = regret.sum()
    return regret / total if total > 0 else np.full(len(regret), 1 / len(regret))


def solve_game(matrix: np.ndarray) -> tuple[np.ndarray, float]:
    """A mixture of the rows, and about what it is sure of."""
    regret, other_regret = np.zeros(matrix.shape[0]), np.zeros(matrix.shape[1])
    total, other_total = np.zeros(matrix.shape[0]), np.zeros(matrix.shape[1])
    for number in range(1, ROUNDS + 1):
        mine = shares(regret)
        costs = mine @ matrix
        other_regret = np.maximum(other_regret + costs @ shares(other_regret) - costs, 0)
        other = shares(other_regret)
        gains = matrix @ other
        regret = np.maximum(regret + gains - mine @ gains, 0)
        total += number * mine
        other_total += number * other
    mine, other = total / total.sum(), other_total / other_total.sum()
    return mine, float(mine @ matrix @ other)


@cache
def solved(position: int, mine: int, theirs: int) -> tuple[tuple[float, ...], float]:
    """The chances of the legal bids in a state of the small board, lowest first, and the state's value."""
    if abs(position) == GOAL:
        return (), float(np.sign(position))
    if not mine and not theirs:
        return (1.0,), 0.0
    matrix = np.array(
        [
            [
                solved(position + (bid > other) - (bid < other), mine - bid, theirs - other)[1]
                for other in legal(theirs)[: mine + 1]
            ]
            for bid in legal(mine)[: theirs + 1]
        ]
    )
    chances, value = solve_game(matrix)
    return tuple(map(float, chances)), value


def small(points: int) -> int:
    """Points of the small board; at least one while there are any."""
    return max(round(points * POINTS / REAL_POINTS), min(1, points))


def play(player_id: str, position: int, my_points: int, their_points: int, previous) -> tuple[int, None]:
    chances, _ = solved(position, small(my_points), small(their_points))
    bid = random.choices(legal(small(my_points))[: len(chances)], chances)[0]
    real = round((bid + random.uniform(-0.5, 0.5)) * REAL_POINTS / POINTS)
    return min(max(real, min(1, my_points)), my_points), None
