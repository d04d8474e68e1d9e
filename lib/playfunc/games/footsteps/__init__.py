"""FootSteps: a token on a strip, two secret bids a turn, and the higher bidder moves it one cell."""

from __future__ import annotations

from playfunc.game import ContestFormat, Game, Parameter
from playfunc.games.footsteps.rules import FootSteps, FootStepsState, FootStepsView, legal_bids

__all__ = [
    "GAME",
    "FootSteps",
    "FootStepsState",
    "FootStepsView",
    "legal_bids",
]

GAME = Game(
    name="footsteps",
    rules=FootSteps,
    title="FootSteps",
    parameters={
        "cells": Parameter(3, 1001, 7, "cells of the strip, an odd number"),
        "points": Parameter(1, 1_000_000, 50, "points that each player may bid in all"),
    },
    series="playfunc.games.footsteps.dynamic:play_dynamic",
    program="playfunc.games.footsteps.rules:PROGRAM",
    show="playfunc.games.footsteps.pictures:FACE",
    contests={
        "": ContestFormat(
            about="a round robin; a tied top plays it again",
            pairing="round robin",
            value="wins alone",
            deals=1,
        ),
        "big": ContestFormat(
            title="1001 cells",
            about="a round robin on a strip of 1001 cells with a million points; a tied top plays it again",
            pairing="round robin",
            value="wins alone",
            deals=1,
            parameters={"cells": 1001, "points": 1_000_000},
        ),
        "dynamic": ContestFormat(
            title="with memory of earlier games",
            about="a round robin of matches, in which players remember; a tied top plays it again",
            pairing="round robin",
            value="wins alone",
            deals=10,
            follow="playfunc.games.footsteps.dynamic:follow",
        ),
    },
)
