"""FootSteps' own text protocol: a process for every game, which prints its bid and then reads the opponent's."""

from __future__ import annotations

from playfunc.errors import ProtocolError, shown
from playfunc.program import GameLines
from playfunc.rules import Call

__all__ = ["PROGRAM"]


def heard(call: Call) -> str | None:
    """The opponent's last bid."""
    previous = call.arguments[-1]
    return None if previous is None or call.memory is None else str(previous[0][1])


def check(line: str) -> None:
    if not (line.strip().isascii() and line.strip().isdecimal()):
        raise ProtocolError(f"a bid is a decimal number on a line of its own, and {shown(line)} came")


PROGRAM = GameLines(heard, "fin", check)
