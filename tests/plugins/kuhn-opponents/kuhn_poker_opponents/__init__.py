"""Opponents for Kuhn poker."""

from __future__ import annotations

from playfunc_opponents.ladder import Baseline, Ladder

__all__ = ["LADDER"]

LADDER = Ladder(
    game="kuhn",
    baselines=(
        Baseline("basic", "kuhn_poker_opponents.basic"),
        Baseline("minmax", "kuhn_poker_opponents.minmax"),
        Baseline("advanced", "kuhn_poker_opponents.advanced"),
    ),
)
