"""A player with a stopwatch: a check ends at the first move that took too much CPU.

Marking runs players in workers and can end them. In the student's kernel only the
student can end a move. The message then says how long the move had taken.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import process_time

from playfunc.player import Answer, Player
from playfunc.rules import Call

from playfunc_workbook.interrupted import Interrupted

__all__ = ["CPU_LIMIT", "Paced", "SlowMove"]

CPU_LIMIT = 1.0
"""Seconds of CPU that one move may take, by the contract."""


class SlowMove(Exception):  # noqa: N818, found by the check and shown as a finding
    """A move took `seconds` of CPU, more than the limit; `call` is the question."""

    def __init__(self, call: Call, seconds: float) -> None:
        super().__init__(f"this move took {seconds:.1f} s of CPU, {CPU_LIMIT:g} s is allowed")
        self.call = call
        self.seconds = seconds


class Paced:
    """`player`, asked one call at a time with its CPU counted; `on_move` is called after each.

    Raises `SlowMove` after the first move over the limit.
    """

    def __init__(self, player: Player, on_move: Callable[[], None] = lambda: None) -> None:
        self._player = player
        self._on_move = on_move
        self.name = player.name

    def answer(self, calls: Sequence[Call]) -> list[Answer]:
        return [self._answer_one(call) for call in calls]

    def _answer_one(self, call: Call) -> Answer:
        began = process_time()
        try:
            [answer] = self._player.answer([call])
        except KeyboardInterrupt:
            raise Interrupted(_stopped(call, process_time() - began)) from None
        took = process_time() - began
        if took > CPU_LIMIT:
            raise SlowMove(call, took)
        self._on_move()
        return answer


def _stopped(call: Call, seconds: float) -> str:
    said = f"Stopped. The move being thought about had taken {seconds:.1f} s of CPU so far"
    if seconds <= CPU_LIMIT:
        return f"{said}."
    _, hand, trick, _ = call.arguments
    table = " ".join(str(play[0]) for play in trick) or "none, you lead"
    return (
        f"{said}; {CPU_LIMIT:g} s is allowed. Bound the search by iterations.\n"
        f"hand: {' '.join(hand)}\ntrick: {table}"
    )
