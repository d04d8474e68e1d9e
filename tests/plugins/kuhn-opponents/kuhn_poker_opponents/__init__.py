"""Opponents for Kuhn poker."""

from __future__ import annotations

from playfunc_opponents.ladder import Ladder, Rung

__all__ = ["LADDER"]

LADDER = Ladder(
    game="kuhn",
    rungs=(
        Rung("basic", "kuhn_poker_opponents.basic"),
        Rung("minmax", "kuhn_poker_opponents.minmax"),
        Rung("advanced", "kuhn_poker_opponents.advanced"),
    ),
)
