"""Hearts: the ladder, exact play of two hands that are known, and what a move cost."""

from __future__ import annotations

from playfunc_opponents.ladder import Baseline, Ladder

__all__ = ["LADDER"]

_LIGHT = Baseline("advanced-light", "playfunc_opponents.hearts.advanced_light", marked=False, tables=(4,))

LADDER = Ladder(
    game="hearts",
    baselines=(
        Baseline("basic", "playfunc_opponents.hearts.basic"),
        Baseline("naive", "playfunc_opponents.hearts.naive", marked=False, tables=(2,)),
        Baseline("heuristic", "playfunc_opponents.hearts.heuristic", marked=False, tables=(2,)),
        Baseline("hasty", "playfunc_opponents.hearts.hasty", marked=False, tables=(2,)),
        Baseline("minmax", "playfunc_opponents.hearts.minmax"),
        Baseline("deepening", "playfunc_opponents.hearts.deepening", marked=False, tables=(2,)),
        Baseline("advanced", "playfunc_opponents.hearts.advanced", light=_LIGHT),
        Baseline("perfect", "playfunc_opponents.hearts.perfect", marked=False, tables=(2,), compiled=True),
    ),
    tables=(2, 4),
    references=("random_legal", "sensible", "memory", "lookahead", "montecarlo", "endings"),
    reviewer="playfunc_opponents.hearts.reviewer:REVIEWER",
    losses="playfunc_opponents.hearts.losses:LOSSES",
    compiled="playfunc_opponents.hearts.exact.search:prepare",
)
