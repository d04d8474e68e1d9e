"""basic: a uniformly random legal bid."""

from __future__ import annotations

import random

from playfunc.games.footsteps import legal_bids


def play(
    player_id: str,
    position: int,
    my_points: int,
    their_points: int,
    previous: tuple[tuple[int, int], None] | None,
) -> tuple[int, None]:
    """Any legal bid, each as likely; nothing to remember."""
    return random.choice(legal_bids(my_points)), None
