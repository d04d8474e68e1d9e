"""FootSteps' own line protocol: a process a game, which prints its bid and then reads the opponent's.

Nothing is read before the first bid, and `fin` ends the game. The memory that goes through the match is
not the program's: it names the process, and keeps the opponent's bids, so that a game can be gone through
again with a new process.
"""

from __future__ import annotations

import json
from itertools import count
from typing import Any

from playfunc.errors import ProtocolError, shown
from playfunc.player import Reply
from playfunc.rules import Call, Rules

from playfunc_autograder.programs.adapter import Starter
from playfunc_autograder.programs.process import RunningProgram
from playfunc_autograder.sandbox.clock import Spent

__all__ = ["FIN", "FootStepsLines"]

FIN = "fin"

_REMEMBERED = 12 * 1024
"""Bytes of bids that are kept, below what any memory may take."""


class FootStepsLines:
    """An adapter (see `adapter.Adapter`) for programs written for the original competition."""

    def __init__(self, starter: Starter, rules: Rules[Any, Any, Any]) -> None:
        self._starter = starter
        self._rules = rules
        self._games: dict[str, RunningProgram] = {}
        self._numbers = map(str, count(1))
        self.complaints = ""

    def answer(self, call: Call) -> tuple[Reply, Spent]:
        previous = call.arguments[-1]
        if previous is None or call.memory is None:
            name, bids = next(self._numbers), ""
        else:
            name, bids = _read(call.memory)
            bids = f"{bids},{previous[0][1]}" if len(bids) < _REMEMBERED else bids
        bids = bids.lstrip(",")
        try:
            bid, spent = self._bid(name, bids)
            return Reply(self._checked(bid), json.dumps(f"{name} {bids}")), spent
        except Exception:
            self._end(name)
            raise

    def game_over(self, memory: str | None) -> None:
        if memory is not None:
            name, _ = _read(memory)
            if name in self._games:
                self._games[name].tell(FIN)
                self._end(name)

    def close(self) -> None:
        for name in list(self._games):
            self._end(name)

    def _bid(self, name: str, bids: str) -> tuple[str, Spent]:
        """What the program prints after the opponent's bids so far; a process that is not there any more
        is told them from the first."""
        if name in self._games and bids:
            return self._games[name].ask(bids.rpartition(",")[2], self._starter.each)
        program = self._games[name] = self._starter.run()
        answer, spent = program.ask("", self._starter.first)
        for earlier in filter(None, bids.split(",")):
            answer, last = program.ask(earlier, self._starter.each)
            spent = Spent(spent.cpu + last.cpu, spent.wall + last.wall)
        return answer, spent

    def _checked(self, bid: str) -> str:
        if not (bid.strip().isascii() and bid.strip().isdecimal()):
            raise ProtocolError(f"a bid is a decimal number on a line of its own, and {shown(bid)} came")
        return self._rules.move_text(self._rules.parse_move(bid.strip()))

    def _end(self, name: str) -> None:
        program = self._games.pop(name, None)
        if program is not None:
            program.close()
            self.complaints = self.complaints or program.complaints


def _read(memory: str) -> tuple[str, str]:
    name, _, bids = str(json.loads(memory)).partition(" ")
    return name, bids
