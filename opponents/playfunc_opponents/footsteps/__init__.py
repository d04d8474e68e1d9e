"""FootSteps: the ladder, the game solved, and what a mixture of bids guarantees."""

from __future__ import annotations

from playfunc_opponents.ladder import Baseline, Ladder

__all__ = ["LADDER"]

LADDER = Ladder(
    game="footsteps",
    baselines=(
        Baseline("basic", "playfunc_opponents.footsteps.basic"),
        Baseline("minmax", "playfunc_opponents.footsteps.minmax"),
        Baseline("advanced", "playfunc_opponents.footsteps.advanced"),
    ),
    references=("steady", "draws", "coarse"),
    reviewer="playfunc_opponents.footsteps.reviewer:REVIEWER",
)
