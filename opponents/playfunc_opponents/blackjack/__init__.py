"""BlackJack: the ladder, exact expectations, and what a move gave away."""

from __future__ import annotations

from playfunc_opponents.ladder import Ladder, Rung

__all__ = ["LADDER"]

LADDER = Ladder(
    game="blackjack",
    rungs=(
        Rung("basic", "playfunc_opponents.blackjack.basic"),
        Rung("minmax", "playfunc_opponents.blackjack.minmax"),
        Rung("advanced", "playfunc_opponents.blackjack.advanced"),
    ),
    parameters={"rounds": 5},
    references=("never_bust", "thumb", "raises"),
    reviewer="playfunc_opponents.blackjack.reviewer:REVIEWER",
)
