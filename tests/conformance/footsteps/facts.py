"""FootSteps, on the usual board and on the smallest. It hides nothing but the bids under way."""

from collections.abc import Sequence

from game_facts import Facts


def fair(scores: Sequence[float]) -> bool:
    return tuple(scores) in {(1, 0), (0.5, 0.5), (0, 1)}


TABLES = [
    Facts(
        game="footsteps",
        parameters={"cells": cells, "points": points},
        moves=range(-2, points + 3),
        fair=fair,
    )
    for cells, points in ((7, 50), (3, 4))
]
