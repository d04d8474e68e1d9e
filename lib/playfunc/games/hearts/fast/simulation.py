"""Playouts from one seat's view: sample what is hidden, try every card, add up the scores."""

from __future__ import annotations

from typing import Any

from playfunc.compiled.native import compiled
from playfunc.compiled.words import index_of
from playfunc.games.hearts.fast.bits import SIZE
from playfunc.games.hearts.fast.playouts import careful_playout, playout
from playfunc.games.hearts.fast.positions import play, scores
from playfunc.games.hearts.fast.worlds import draw_world

__all__ = ["CERTAIN", "add_scores"]

CERTAIN = 2**32
"""The chance 1, as `careful_playout` counts chances."""


@compiled
def add_scores(
    position: Any,
    unseen: int,
    rooms: Any,
    voids: Any,
    ways: Any,
    candidates: int,
    iterations: int,
    careless: int,
    luck: int,
    scratch: Any,
    totals: Any,
) -> int:
    """In each of `iterations` random worlds play each candidate card, then a playout; returns the luck.

    `position` is seat 0's, to move, with its own hand; the others' are drawn. `totals[card.index]` grows by
    what seat 0 scores. `scratch` is another position.
    """
    for _ in range(iterations):
        luck = draw_world(position, unseen, rooms, voids, ways, luck)
        rest = candidates
        while rest:
            card = rest & -rest
            rest ^= card
            for place in range(SIZE):
                scratch[place] = position[place]
            play(scratch, card)
            luck = playout(scratch, luck) if careless == CERTAIN else careful_playout(scratch, careless, luck)
            totals[index_of(card)] += scores(scratch, 0)
    return luck
