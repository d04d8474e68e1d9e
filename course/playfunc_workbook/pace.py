"""A student's player in the notebook: asked one bounded call at a time, and no more once a call was ended."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from playfunc import FunctionPlayer
from playfunc.errors import ProtocolError, TimeError
from playfunc.player import Answer, Player
from playfunc.record import GameRecord, RecordedFault
from playfunc.rules import Call, Rules
from playfunc_checks.assignment import Assignment
from playfunc_checks.bounded import ASLEEP, LIMIT, Crashed, Ended, Stuck, bounded
from playfunc_checks.budget import NOT_ASKED, Limits
from playfunc_checks.checks.hidden import limits_told
from playfunc_workbook.apart import apart
from playfunc_workbook.given import functions_of

from typing import Any

__all__ = ["Apart", "Paced", "Took", "first_fault", "paced"]


@dataclass(frozen=True, slots=True)
class Took:
    """The CPU time of a player's moves so far, in seconds: of all together, and of the slowest."""

    moves: int = 0
    together: float = 0.0
    slowest: float = 0.0

    def told(self, assignment: Assignment) -> str:
        """A sentence beside the published limits; empty before the first move."""
        if not self.moves:
            return ""
        return (
            f"Your moves took {1000 * self.together / self.moves:.1f} ms on average, and the slowest {self.slowest:.2f} s. "
            f"The limits are {limits_told(assignment)}."
        )


NAP = 0.1
"""Seconds by the clock from which a move that computes next to nothing counts as asleep: a busy machine takes less."""


class Paced:
    """`player`, which gets `seconds` of CPU time for each move; `on_move` is called after each.

    A move that takes longer is ended, with a `TimeError` whose `detail` is the line that was running. After so many
    `overruns` the player is not asked any more, for every other move might take as long; nor after one that cost a whole
    process, nor after an answer of the wrong shape.
    """

    def __init__(
        self,
        player: Player,
        seconds: float = LIMIT,
        on_move: Callable[[], None] = lambda: None,
        overruns: int = 1,
    ) -> None:
        self._player = player
        self._seconds = seconds
        self._on_move = on_move
        self._overruns = overruns
        self._why = ""
        self._asleep = 0.0
        self.took = Took()
        self.name = player.name

    @property
    def ended(self) -> bool:
        """Whether the player is not asked any more."""
        return bool(self._why)

    def answer(self, calls: Sequence[Call]) -> list[Answer]:
        return [self._answer_one(call) for call in calls]

    def _answer_one(self, call: Call) -> Answer:
        if self.ended:
            return TimeError(f"{self._why}, {NOT_ASKED}")
        began, since = time.process_time(), time.monotonic()
        try:
            [answer] = bounded(lambda: self._player.answer([call]), self._seconds)
        except Ended as ended:
            self._overruns -= 1
            if self._overruns <= 0 or isinstance(ended, Crashed | Stuck):
                self._why = "an earlier move took too long"
            return TimeError(f"this move {ended.said}", detail=ended.where)
        seconds = time.process_time() - began
        self._rest(seconds, time.monotonic() - since)
        self.took = Took(self.took.moves + 1, self.took.together + seconds, max(self.took.slowest, seconds))
        if isinstance(answer, ProtocolError):
            self._why = "an earlier answer had the wrong shape"
        self._on_move()
        return answer

    def _rest(self, seconds: float, clock: float) -> None:
        """Count the time that a move slept, by the same limit as in marking."""
        if clock > NAP and clock > seconds * ASLEEP:
            self._asleep += clock - seconds
        if self._asleep > Limits().asleep_seconds:
            self._why = f"its moves slept for {self._asleep:.0f} s in total, and {Limits().asleep_seconds:g} s is allowed"


class Apart:
    """`player`, asked in a copy of this process: for a table, which asks it move by move."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.name = player.name

    def answer(self, calls: Sequence[Call]) -> list[Answer]:
        return apart(lambda update: list(self._player.answer(calls)))


def paced(
    functions: Any,
    rules: Rules[Any, Any, Any],
    assignment: Assignment,
    *,
    name: str = "you",
    key: bytes = b"playfunc",
    on_move: Callable[[], None] = lambda: None,
    overruns: int = 1,
) -> Paced:
    """The student's function or functions as a player with the published limit for a move: what keeps it here, keeps
    the wider one in marking. Raises `GivenError` for what are no functions."""
    player = FunctionPlayer(functions_of(rules, functions), rules, name=name, key=key)
    return Paced(player, assignment.published.move_seconds, on_move, overruns)


def first_fault(records: Sequence[GameRecord]) -> tuple[GameRecord, RecordedFault] | None:
    """The fault to look at: the earliest of those that are no refusal to ask again."""
    found = [
        (record, fault) for record in records for fault in record.faults if NOT_ASKED not in fault.reason
    ]
    return min(found, key=lambda each: each[1].at, default=None)
