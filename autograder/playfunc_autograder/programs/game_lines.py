"""One process per game: it prints its first move, then reads the opponent's move before each further one.

The memory that goes through the match is the game's history, both sides' moves as `3:5,4:1,6`, the program's own
first. A process is found again by
the history that it has been through; where none is, as when a position is asked again elsewhere, a new
one is taken through it.
"""

from __future__ import annotations

import json
from hashlib import blake2b
from typing import Any

from playfunc.player import Reply
from playfunc.program import GameLines
from playfunc.rules import Call, Rules
from playfunc_checks.budget import Spent

from playfunc_autograder.programs.adapter import Starter
from playfunc_autograder.programs.process import EndedError, RunningProgram, paid
from playfunc_autograder.programs.text import read_move

__all__ = ["GameProcesses"]

_LONGEST = 8 * 1024
"""Characters of history; a longer game is identified by its hash, and cannot be replayed."""


class GameProcesses:
    """An adapter (see `adapter.Adapter`) that speaks `protocol`."""

    spans_games = False

    def __init__(self, protocol: GameLines, starter: Starter, rules: Rules[Any, Any, Any]) -> None:
        self._protocol = protocol
        self._starter = starter
        self._rules = rules
        self._waiting: dict[str, list[RunningProgram]] = {}
        self.complaints = ""

    def answer(self, call: Call) -> tuple[Reply, Spent]:
        heard = self._protocol.heard(call)
        if heard is None or call.memory is None:
            played, program = "", self._starter.run()
            line, limits = "", self._starter.first
        else:
            history, line = str(json.loads(call.memory)), heard
            played, program = f"{history}:{line},", self._take(history)
            limits = self._starter.each
        try:
            printed, spent = program.ask(line, limits)
            with paid(spent):
                self._protocol.check(printed)
                reply = read_move(printed, self._rules)
        except Exception:
            self._end(program)
            raise
        history = _shortened(played + reply)
        self._waiting.setdefault(history, []).append(program)
        return Reply(reply, json.dumps(history)), spent

    def can_repeat(self, call: Call) -> bool:
        """Not once the game is so long that its history is no longer kept."""
        return call.memory is None or not str(json.loads(call.memory)).startswith("#")

    def game_over(self, memory: str | None) -> None:
        waiting = self._waiting.get(str(json.loads(memory)), []) if memory is not None else []
        if waiting:
            program = waiting.pop()
            program.tell(self._protocol.end)
            self._end(program)

    def close(self) -> None:
        for waiting in self._waiting.values():
            for program in waiting:
                self._end(program)
        self._waiting = {}

    def _take(self, history: str) -> RunningProgram:
        """A process that has been through `history`. Raises `ProgramFault`."""
        if waiting := self._waiting.get(history):
            return waiting.pop()
        if history.startswith("#"):
            raise EndedError("its process has ended, and so long a game cannot be replayed", Spent(0, 0))
        program = self._starter.run()
        try:
            program.ask("", self._starter.first)
            for turn in history.split(",")[:-1]:
                program.ask(turn.partition(":")[2], self._starter.each)
        except Exception:
            self._end(program)
            raise
        return program

    def _end(self, program: RunningProgram) -> None:
        program.close()
        self.complaints = self.complaints or program.complaints


def _shortened(history: str) -> str:
    if len(history) <= _LONGEST:
        return history
    return f"#{blake2b(history.encode(), digest_size=16).hexdigest()}"
