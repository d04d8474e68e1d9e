"""A process a move, with the position in its arguments, as the game has them."""

from __future__ import annotations

from typing import Any

from playfunc.player import Reply
from playfunc.program import MoveArguments
from playfunc.rules import Call, Rules
from playfunc_checks.budget import Spent

from playfunc_autograder.programs.adapter import Arguments, Starter
from playfunc_autograder.programs.process import paid
from playfunc_autograder.programs.text import read_move

__all__ = ["MoveProcesses"]

NO_MEMORY = "null"


class MoveProcesses:
    """An adapter (see `adapter.Adapter`) that speaks `protocol`."""

    spans_games = False

    def __init__(self, protocol: MoveArguments, starter: Starter, rules: Rules[Any, Any, Any]) -> None:
        self._words = protocol.words
        self._programs = Arguments(starter, rules)
        self._rules = rules

    @property
    def complaints(self) -> str:
        return self._programs.complaints

    def answer(self, call: Call) -> tuple[Reply, Spent]:
        line, spent = self._programs.run(*self._words(call))
        with paid(spent):
            return Reply(read_move(line, self._rules), NO_MEMORY), spent

    def can_repeat(self, call: Call) -> bool:
        return True

    def game_over(self, memory: str | None) -> None:
        """No process lives longer than a move."""

    def close(self) -> None:
        """No process lives longer than a move."""
