"""SkullWhist: the ladder, and both hands played perfectly when they are known."""

from __future__ import annotations

from playfunc_opponents.ladder import Ladder, Rung

__all__ = ["LADDER"]

LADDER = Ladder(
    game="skullwhist",
    rungs=(
        Rung("basic", "playfunc_opponents.skullwhist.basic"),
        Rung("minmax", "playfunc_opponents.skullwhist.minmax"),
        Rung("advanced", "playfunc_opponents.skullwhist.advanced"),
    ),
    references=("four", "counts_winners", "remembers"),
    reviewer="playfunc_opponents.skullwhist.reviewer:REVIEWER",
)
