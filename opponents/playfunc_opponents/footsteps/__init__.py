"""FootSteps: the ladder, the game solved, and what a mixture of bids guarantees."""

from __future__ import annotations

from playfunc_opponents.ladder import Ladder, Rung

__all__ = ["LADDER"]

LADDER = Ladder(
    game="footsteps",
    rungs=(
        Rung("basic", "playfunc_opponents.footsteps.basic"),
        Rung("minmax", "playfunc_opponents.footsteps.minmax"),
        Rung("advanced", "playfunc_opponents.footsteps.advanced"),
    ),
    references=("steady", "draws", "coarse"),
    reviewer="playfunc_opponents.footsteps.reviewer:REVIEWER",
)
