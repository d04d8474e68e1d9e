"""How a question reaches a program and its answer comes back: one protocol a class.

General ones, for every game: `Lines` (one process, a line in, a line out) and `Arguments` (a process a
move, the question as its arguments). For the games' own (see
`playfunc.program`): `move_arguments.py` and `game_lines.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from playfunc.player import Reply
from playfunc.rules import Call, Rules
from playfunc_checks.budget import Spent

from playfunc_autograder.programs.process import EndedError, ProgramLimits, RunningProgram, paid
from playfunc_autograder.programs.text import memory_text, question_line, question_words, read_answer

__all__ = ["Adapter", "Arguments", "Lines", "Starter"]


@dataclass(frozen=True)
class Starter:
    """What an adapter starts programs with. `first` are the limits of a process's first answer, which
    pays for its runtime's start; `each` those of the others."""

    run: Callable[..., RunningProgram]
    """Called with further arguments for the program."""
    first: ProgramLimits
    each: ProgramLimits


class Adapter(Protocol):
    """One protocol, spoken with one player's programs."""

    spans_games: bool
    """Whether one process is asked the questions of several games."""

    def answer(self, call: Call) -> tuple[Reply, Spent]:
        """Raises `ProgramFault`."""

    def can_repeat(self, call: Call) -> bool:
        """Whether a program that is started anew can answer the call."""

    def game_over(self, memory: str | None) -> None:
        """The game whose last memory this is has ended."""

    def close(self) -> None:
        """End every process."""

    @property
    def complaints(self) -> str:
        """The beginning of what the program wrote to its standard error."""


class Lines:
    """One process for all games: each question is a line, and so is each answer."""

    spans_games = True

    def __init__(self, starter: Starter, rules: Rules[Any, Any, Any]) -> None:
        self._starter = starter
        self._rules = rules
        self._program: RunningProgram | None = None
        self.complaints = ""

    def answer(self, call: Call) -> tuple[Reply, Spent]:
        fresh = self._program is None
        if self._program is None:
            self._program = self._starter.run()
        limits = self._starter.first if fresh else self._starter.each
        try:
            line, spent = self._program.ask(question_line(call), limits)
        except Exception:
            self.close()
            raise
        with paid(spent):
            return read_answer(line, self._rules), spent

    def can_repeat(self, call: Call) -> bool:
        return True

    def game_over(self, memory: str | None) -> None:
        """Does nothing: each question holds all that the program needs to know."""

    def close(self) -> None:
        if self._program is not None:
            self._program.close()
            self.complaints = self.complaints or self._program.complaints
            self._program = None


class Arguments:
    """A process for every move: the question's words are its arguments, the memory the last of them."""

    spans_games = False

    def __init__(self, starter: Starter, rules: Rules[Any, Any, Any]) -> None:
        self._starter = starter
        self._rules = rules
        self.complaints = ""

    def answer(self, call: Call) -> tuple[Reply, Spent]:
        line, spent = self.run(*question_words(call), memory_text(call))
        with paid(spent):
            return read_answer(line, self._rules), spent

    def run(self, *words: str) -> tuple[str, Spent]:
        """The first line that the program prints when it is started with `words`. Raises `ProgramFault`."""
        program = self._starter.run(*words)
        try:
            output, spent = program.whole_output(self._starter.each)
        finally:
            program.close()
            self.complaints = self.complaints or program.complaints
        if not output.strip():
            raise EndedError("it ended without printing a move", spent)
        return output.splitlines()[0], spent

    def can_repeat(self, call: Call) -> bool:
        return True

    def game_over(self, memory: str | None) -> None:
        """No process lives longer than a move."""

    def close(self) -> None:
        """No process lives longer than a move."""
