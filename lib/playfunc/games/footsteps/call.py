"""What a player of FootSteps is asked, and how its reply is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from playfunc.errors import ProtocolError, shown
from playfunc.game import GameLines
from playfunc.games.footsteps.state import FootStepsView
from playfunc.games.numbers import number_of, read_number
from playfunc.rules import Call

__all__ = ["FootStepsCall", "PROGRAM"]


class FootStepsCall:
    """The projection of FootSteps (see `playfunc.rules.Projection`)."""

    @property
    def move_names(self) -> Mapping[str, str]:
        return {"play": "int"}

    def call(self, view: FootStepsView, names: Sequence[str], memory: str | None) -> Call:
        """`play(player_id, position, my_points, their_points, previous)`.

        `previous` is `None` on the first turn, else both bids of the last turn, the player's own first, and the
        memory. In a dynamic match the first turn of a later game has the last bids of the game before.
        """
        previous = None if view.last is None else [list(view.last), None]
        return Call(
            "play",
            (names[view.seat], view.position, view.my_points, view.their_points, previous),
            None if previous is None else memory,
            luck=f"{view.luck} {view.seat} {view.position} {view.my_points} {view.their_points} {view.last}",
        )

    def arguments(self, call: Call, memory: object) -> tuple[Any, ...]:
        *plain, previous = call.arguments
        return (*plain, None if previous is None else (tuple(previous[0]), memory))

    def move_text(self, move: int) -> str:
        return str(move)

    def parse_move(self, text: str) -> int:
        return number_of(text)

    def read_reply(self, value: object) -> int:
        return read_number(value, "your bid")


# FootSteps' own text protocol: a process for every game, which prints its bid and then reads the opponent's.


def heard(call: Call) -> str | None:
    """The opponent's last bid."""
    previous = call.arguments[-1]
    return None if previous is None or call.memory is None else str(previous[0][1])


def check(line: str) -> None:
    if not (line.strip().isascii() and line.strip().isdecimal()):
        raise ProtocolError(f"a bid is a decimal number on a line of its own, and {shown(line)} came")


PROGRAM = GameLines(heard, "fin", check)
