"""A state does not grow with the turns played."""

from __future__ import annotations

from footsteps_games import game
from playfunc.codec import encode
from playfunc.games.footsteps import FootSteps, FootStepsState
from playfunc.record import states


def test_a_state_does_not_grow_with_the_turns_played():
    """Two that always bid 1 play as many turns as there are points, up to a million."""
    rules = FootSteps(cells=1001, points=2_000)
    record = game(lambda i, p, mine, theirs, b: (1, None), lambda i, p, mine, theirs, b: (1, None), rules)
    assert record.scores == (0.5, 0.5)
    assert len(record.moves) == 4_000
    sizes = [len(encode(state, FootStepsState)) for state in states(record)]
    assert max(sizes) < sizes[0] + 20
