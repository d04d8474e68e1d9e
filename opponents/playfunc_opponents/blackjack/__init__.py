"""BlackJack: the ladder, exact expectations, and what a move gave away."""

from __future__ import annotations

from playfunc_opponents.ladder import Baseline, Ladder

__all__ = ["LADDER"]

LADDER = Ladder(
    game="blackjack",
    baselines=(
        Baseline("basic", "playfunc_opponents.blackjack.basic"),
        Baseline("minmax", "playfunc_opponents.blackjack.minmax"),
        Baseline("advanced", "playfunc_opponents.blackjack.advanced"),
    ),
    parameters={"rounds": 5},
    references=("never_bust", "thumb", "raises"),
    reviewer="playfunc_opponents.blackjack.reviewer:REVIEWER",
)
