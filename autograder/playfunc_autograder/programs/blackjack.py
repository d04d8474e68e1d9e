"""BlackJack's own protocol: a process a move, with the position in five arguments.

They are the hand's score, the hand as letters, all cards on the table as letters (the dealer's two first,
the hidden one as `#`), the stake, and the chips. It prints `H`, `S`, `D`, or `B 15`.
"""

from __future__ import annotations

from typing import Any

from playfunc.games.blackjack import total
from playfunc.player import Reply
from playfunc.rules import Call, Rules
from playfunc_checks.budget import Spent

from playfunc_autograder.programs.adapter import Arguments, Starter
from playfunc_autograder.programs.process import paid
from playfunc_autograder.programs.text import read_move

__all__ = ["BlackJackArguments"]

NO_MEMORY = "null"


class BlackJackArguments:
    """An adapter (see `adapter.Adapter`) for programs written for the original competition."""

    def __init__(self, starter: Starter, rules: Rules[Any, Any, Any]) -> None:
        self._programs = Arguments(starter, rules)
        self._rules = rules

    @property
    def complaints(self) -> str:
        return self._programs.complaints

    def answer(self, call: Call) -> tuple[Reply, Spent]:
        _, hand, visible, stake, chips, _ = call.arguments
        words = str(total(hand)), "".join(hand), "".join(visible), str(stake), str(chips)
        line, spent = self._programs.run(*words)
        with paid(spent):
            return Reply(read_move(line, self._rules), NO_MEMORY), spent

    def game_over(self, memory: str | None) -> None:
        """No process lives longer than a move."""

    def close(self) -> None:
        """No process lives longer than a move."""
