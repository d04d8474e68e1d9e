"""Values of states against the equilibrium and against known mixtures."""

from dataclasses import replace

import pytest
from playfunc.games.footsteps import FootSteps, FootStepsState, legal_bids
from playfunc_opponents.footsteps import worth
from playfunc_opponents.footsteps.mixtures import board_states
from playfunc_opponents.footsteps.worth import against, equilibrium, most_points

SMALL = FootSteps(5, 4)


def test_the_stored_equilibrium_has_the_values_of_the_solved_board(board):
    """The first three are published; the file rounds chances."""
    stored = equilibrium(3, 50)
    assert [round(stored.value((cells, 50, 50)), 3) for cells in (0, 1, 2)] == [0, 0.69, 0.987]
    assert max(abs(stored.value(state) - board.value(*state)) for state in board_states()) < 1e-4


def test_a_board_of_more_points_is_solved_as_far_as_it_can_be(monkeypatch):
    monkeypatch.setattr(worth, "WORK", 100_000)
    most_points.cache_clear()
    try:
        assert equilibrium(3, 50).points == equilibrium(3, 99).points == 50
        assert equilibrium.__wrapped__(2, 99).points == most_points(2) == 12
        assert against(2, 99, lambda *state: {1: 1.0}).points == 12
        assert most_points(10**6) == 1
    finally:
        most_points.cache_clear()


def fictitious(matrix: list[list[float]], turns: int = 3000) -> float:
    gains, losses = [0.0] * len(matrix), [0.0] * len(matrix[0])
    for _ in range(turns):
        i, j = gains.index(max(gains)), losses.index(min(losses))
        gains = [gain + row[j] for gain, row in zip(gains, matrix, strict=True)]
        losses = [loss + payoff for loss, payoff in zip(losses, matrix[i], strict=True)]
    return (max(gains) + min(losses)) / (2 * turns)


@pytest.mark.parametrize(("token", "points"), [(0, (4, 3)), (1, (3, 4)), (0, (2, 4)), (-1, (4, 4))])
def test_values_are_those_of_fictitious_play(token, points):
    """Learnt on every state below: slow and rough, but it shares nothing with the solver."""
    known: dict[FootStepsState, float] = {}

    def value(state: FootStepsState) -> float:
        state = replace(state, last=None, turns=0)
        if not SMALL.to_act(state):
            return 2 * SMALL.scores(state)[0] - 1
        if state not in known:
            rows = [
                [value(SMALL.play(state, {0: i, 1: j})) for j in legal_bids(state.points[1])]
                for i in legal_bids(state.points[0])
            ]
            known[state] = fictitious(rows)
        return known[state]

    found = equilibrium(SMALL.goal, SMALL.points).value((token, *points))
    assert found == pytest.approx(value(FootStepsState(token, points)), abs=0.05)
