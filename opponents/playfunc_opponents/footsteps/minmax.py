"""minmax: plans to the end of the game against somebody who bids anything up to a limit, each bid as likely.

The limit depends on the token's position alone, and is lower for somebody who is behind. This beats simple players,
such as one that always bids the same. It never mixes, so somebody who has looked its bids up wins every game, and the
equilibrium most of them.
"""

from __future__ import annotations

from functools import cache

from playfunc.games.footsteps import legal_bids

from playfunc_opponents.footsteps.equilibrium import GOAL, scaled

MOST = {2: 8, 1: 8, 0: 14, -1: 15, -2: 20}
"""The highest bid that it expects of the other, by the token's position. Found by trying several thousand such tables:
with this one it beats simple players, and loses clearly to the equilibrium."""

ALIKE = 9
"""Decimals by which two bids are worth the same; the lower one is made."""


def play(
    player_id: str,
    position: int,
    my_points: int,
    their_points: int,
    previous: tuple[tuple[int, int], None] | None,
) -> tuple[int, None]:
    """The bid that is worth most on average; of equals the lowest."""
    state = scaled(position, my_points, their_points)
    return state.bid(_best(state.position, state.mine, state.theirs)[1]), None


def mix(position: int, my_points: int, their_points: int) -> dict[int, float]:
    """The mixture that it plays: one bid for sure."""
    return {play("minmax", position, my_points, their_points, None)[0]: 1.0}


def value(position: int, mine: int, theirs: int) -> float:
    """What a state of the standard board seems worth to the player whose points come first: 1 a win, -1 a loss."""
    if abs(position) == GOAL:
        return 1.0 if position > 0 else -1.0
    if not mine and not theirs:
        return 0.0
    return _best(position, mine, theirs)[0]


def worth(position: int, mine: int, theirs: int, bid: int) -> float:
    """The mean value of what this bid leads to, over all bids that are expected of the other."""
    answers = _expected(position, theirs)
    after = (
        value(position + (bid > answer) - (bid < answer), mine - bid, theirs - answer) for answer in answers
    )
    return sum(after) / len(answers)


@cache
def _best(position: int, mine: int, theirs: int) -> tuple[float, int]:
    """The value of the best bid, and that bid. One more than the highest answer is enough."""
    bids = legal_bids(mine)[: _expected(position, theirs)[-1] + 1]
    found = [(worth(position, mine, theirs, bid), bid) for bid in bids]
    return max(found, key=lambda each: (round(each[0], ALIKE), -each[1]))


def _expected(position: int, theirs: int) -> range:
    """The bids that are expected of the other."""
    return legal_bids(theirs)[: MOST[position]]
