"""Hearts: the ladder, exact play of two hands that are known, and what a move cost."""

from __future__ import annotations

from playfunc_opponents.ladder import Ladder, Rung

__all__ = ["LADDER"]

_LIGHT = Rung("advanced-light", "playfunc_opponents.hearts.advanced_light", marked=False, tables=(4,))

LADDER = Ladder(
    game="hearts",
    rungs=(
        Rung("basic", "playfunc_opponents.hearts.basic"),
        Rung("naive", "playfunc_opponents.hearts.naive", marked=False, tables=(2,)),
        Rung("heuristic", "playfunc_opponents.hearts.heuristic", marked=False, tables=(2,)),
        Rung("hasty", "playfunc_opponents.hearts.hasty", marked=False, tables=(2,)),
        Rung("minmax", "playfunc_opponents.hearts.minmax"),
        Rung("deepening", "playfunc_opponents.hearts.deepening", marked=False, tables=(2,)),
        Rung("advanced", "playfunc_opponents.hearts.advanced", light=_LIGHT),
        Rung("perfect", "playfunc_opponents.hearts.perfect", marked=False, tables=(2,), compiled=True),
    ),
    tables=(2, 4),
    references=("random_legal", "sensible", "memory", "lookahead", "montecarlo", "endings"),
    reviewer="playfunc_opponents.hearts.reviewer:REVIEWER",
    losses="playfunc_opponents.hearts.losses:LOSSES",
    compiled="playfunc_opponents.hearts.exact.search:prepare",
)
