"""advanced: the equilibrium of the standard board, which no player beats in the long run.

Its bids are drawn with the chances that `solver` found and `equilibrium` keeps. On other boards it plays
as in the most similar standard state, which is not an equilibrium there.
"""

from __future__ import annotations

import random

from playfunc_opponents.footsteps.equilibrium import WHOLE, mixture, scaled


def play(
    player_id: str,
    position: int,
    my_points: int,
    their_points: int,
    previous: tuple[tuple[int, int], None] | None,
) -> tuple[int, None]:
    """A bid drawn from the equilibrium; nothing to remember."""
    state = scaled(position, my_points, their_points)
    bids, shares = mixture(state.position, state.mine, state.theirs)
    return state.bid(random.choices(bids, shares)[0]), None


def mix(position: int, my_points: int, their_points: int) -> dict[int, float]:
    """The mixture that it draws its bids from."""
    state = scaled(position, my_points, their_points)
    bids, shares = mixture(state.position, state.mine, state.theirs)
    chances: dict[int, float] = {}
    for bid, share in zip(bids, shares, strict=True):
        chances[state.bid(bid)] = chances.get(state.bid(bid), 0.0) + share / WHOLE
    return chances
