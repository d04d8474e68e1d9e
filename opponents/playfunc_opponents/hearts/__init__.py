"""Hearts: the ladder, exact play of two hands that are known, and what a move cost."""

from __future__ import annotations

from playfunc_opponents.ladder import Ladder, Rung

__all__ = ["LADDER"]

LADDER = Ladder(
    game="hearts",
    rungs=(
        Rung("basic", "playfunc_opponents.hearts.basic"),
        Rung("minmax", "playfunc_opponents.hearts.minmax"),
        Rung("advanced", "playfunc_opponents.hearts.advanced"),
        Rung("perfect", "playfunc_opponents.hearts.perfect", marked=False, tables=(2,)),
    ),
    tables=(2, 4),
    references=("random_legal", "sensible", "memory", "lookahead", "montecarlo", "endings"),
    reviewer="playfunc_opponents.hearts.reviewer:REVIEWER",
    losses="playfunc_opponents.hearts.losses:LOSSES",
    compiled="playfunc_opponents.hearts.exact.warm:prepare",
)
