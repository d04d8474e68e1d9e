"""BlackJack's own text protocol: a process for every move, with the position in five arguments.

They are the hand's score, the hand as letters, all cards on the table as letters (the dealer's two first, the hidden
one as `#`), the stake, and the chips. The program prints `H`, `S`, `D`, or `B 15`.
"""

from __future__ import annotations

from playfunc.games.blackjack.cards import total
from playfunc.program import MoveArguments
from playfunc.rules import Call

__all__ = ["PROGRAM"]


def words(call: Call) -> tuple[str, ...]:
    _, hand, visible, stake, chips, _ = call.arguments
    return str(total(hand)), "".join(hand), "".join(visible), str(stake), str(chips)


PROGRAM = MoveArguments(words)
