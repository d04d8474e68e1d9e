"""What a player of FootSteps is asked, how its reply is read, and positions and whole games in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from playfunc.errors import ProtocolError, shown
from playfunc.game import GameLines, number_of, read_number
from playfunc.games.footsteps.state import FootStepsState, FootStepsView
from playfunc.rules import Call


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


PICTURE = 41
"""The longest strip that is drawn cell by cell."""


class FootStepsText:
    """The storyteller of FootSteps (see `playfunc.rules.Storyteller`)."""

    def describe(self, rules: Any, view: FootStepsView, names: Sequence[str] = ()) -> str:
        legal = rules.legal(view)
        bids = "none" if not legal else f"{legal[0]} … {legal[-1]}" if len(legal) > 1 else f"{legal[0]}"
        last = "none yet" if view.last is None else f"own {view.last[0]}, other's {view.last[1]}"
        return (
            f"  strip: {_strip(rules, view.position)} (own goal on the right)\n"
            f"  points: own {view.my_points}, other's {view.their_points}; last bids: {last}\n"
            f"  legal: {bids}"
        )

    def transcript(
        self, rules: Any, names: Sequence[str], states: Sequence[FootStepsState], moves: Sequence[str] = ()
    ) -> str:
        left, right = names[1], names[0]
        first, last = states[0], states[-1]
        lines = [
            f"Goals: {right} on the right end, {left} on the left; {first.points[0]} and "
            f"{first.points[1]} points.",
            f"     {_strip(rules, first.token)}",
        ]
        for before, after in pairwise(states):
            if after.last is not None and after.turns > before.turns:
                lines.append(
                    f"{after.turns:>3}. {_strip(rules, after.token)}  {right} {after.last[0]}  {left} {after.last[1]}"
                    f"  → {after.points[0]} and {after.points[1]} left"
                )
        if last.forfeited:
            lines.append("Forfeited by " + " and ".join(names[seat] for seat in last.forfeited) + ".")
        if rules.to_act(last):
            lines.append("(not finished)")
        elif rules.scores(last)[0] == 0.5:
            lines.append("A draw.")
        else:
            lines.append(f"The winner: {right if rules.scores(last)[0] == 1 else left}.")
        return "\n".join(lines)

    def move(self, move: int) -> str:
        return f"Bid {move}"


def _strip(rules: Any, position: int) -> str:
    """The strip with its token; a long one in words."""
    if rules.cells > PICTURE:
        return f"[cell {position:+d} of -{rules.goal} … +{rules.goal}]"
    cells = ["·"] * rules.cells
    cells[position + rules.goal] = "●"
    return f"[{''.join(cells)}]"
