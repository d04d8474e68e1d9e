"""minmax: expects the other to know its bid, and takes the one with the best worst case, one turn ahead.

A state is judged by rule of thumb: a cell is worth a fifth of all the points still held. It never mixes, so
a player that sees the pattern bids one more.
"""

from __future__ import annotations

from playfunc.games.footsteps import legal_bids

from playfunc_opponents.footsteps.equilibrium import GOAL
from playfunc_opponents.footsteps.scaling import scaled

__all__ = ["estimate", "mix", "play", "worst_case"]

CELL = 0.2
"""What a cell nearer to the goal is worth, where 1 is to have all the points and the other none."""


def play(
    player_id: str,
    position: int,
    my_points: int,
    their_points: int,
    previous: tuple[tuple[int, int], None] | None,
) -> tuple[int, None]:
    """The bid with the best worst case; of equals the lowest."""
    state = scaled(position, my_points, their_points)
    bids = legal_bids(state.mine)
    bid = max(bids, key=lambda bid: (worst_case(state.position, state.mine, state.theirs, bid), -bid))
    return state.bid(bid), None


def mix(position: int, my_points: int, their_points: int) -> dict[int, float]:
    """The mixture that it plays: one bid for sure."""
    return {play("minmax", position, my_points, their_points, None)[0]: 1.0}


def worst_case(position: int, mine: int, theirs: int, bid: int) -> float:
    """The lowest value that this bid can lead to. Among equal bids of the other, the lowest is best."""
    lowest = min(1, theirs)
    answers = {lowest, *(answer for answer in (bid, bid + 1) if lowest <= answer <= theirs)}
    return min(
        estimate(position + (bid > answer) - (bid < answer), mine - bid, theirs - answer)
        for answer in answers
    )


def estimate(position: int, mine: int, theirs: int) -> float:
    """What a state seems worth to the player whose points come first."""
    if abs(position) >= GOAL:
        return float("inf") if position > 0 else float("-inf")
    return CELL * position + (mine - theirs) / (mine + theirs + 1)
