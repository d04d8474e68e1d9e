"""advanced: the equilibrium of the standard board, which no player beats in the long run.

Its bids are drawn with the chances that `solver` found and `equilibrium` keeps. On other boards it plays
as in the most similar standard state, which is not an equilibrium there.
"""

from __future__ import annotations

import random

from playfunc_opponents.footsteps.equilibrium import mixture
from playfunc_opponents.footsteps.scaling import scaled

__all__ = ["play"]


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
