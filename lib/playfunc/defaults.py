"""What a new game begins with: a projection, by which players get its views and answer with its moves, and a
storyteller, which prints views and states as they are.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any

from playfunc.codec import decode, encode
from playfunc.converter import CodecError, type_name
from playfunc.errors import NotationError, ProtocolError, shown
from playfunc.rules import Call


@dataclass(frozen=True, slots=True)
class PlainProjection:
    """Players define `play(view, memory) -> (move, memory)`, with no memory (`None`) at their first move.

    `view` and `move` are types that `playfunc.codec` can write and read; `move` should be no wider than the game's
    moves, such as `Literal["check", "bet"]`, for its text is read by it. A call holds the view's JSON values; a move
    is written as its JSON text, without the quotation marks where that is a string.
    """

    view: Any
    move: Any
    function: str = "play"

    @property
    def move_names(self) -> Mapping[str, str]:
        return {self.function: "Move"}

    def call(self, view: Any, names: Sequence[str], memory: str | None) -> Call:
        return Call(self.function, (json.loads(encode(view, self.view)), None), memory)

    def arguments(self, call: Call, memory: object) -> tuple[Any, ...]:
        return decode(encode(call.arguments[0], Any), self.view), memory

    def move_text(self, move: Any) -> str:
        text = encode(move, self.move)
        return json.loads(text) if text.startswith('"') else text

    def parse_move(self, text: str) -> Any:
        for written in (json.dumps(text, ensure_ascii=False), text):
            try:
                move = decode(written, self.move)
            except CodecError:
                continue
            if self.move_text(move) == text:
                return move
        raise NotationError(f"not a move: {shown(text)}; expected {type_name(self.move)}")

    def read_reply(self, value: object) -> Any:
        with suppress(CodecError, NotationError):
            move = self.parse_move(self.move_text(value))
            if type(move) is type(value) and move == value:
                return move
        raise ProtocolError(
            f"the first part of the reply must be {type_name(self.move)}, got {type(value).__name__} {shown(value)}"
        )


MOST = 20
"""Legal moves that are listed; there may be millions."""


@dataclass(frozen=True, slots=True)
class PlainStoryteller:
    """A view or a state is a line for each of its fields; a transcript has each move with who made it, and the fields
    that it changed."""

    def describe(self, rules: Any, view: Any, names: Sequence[str] = ()) -> str:
        legal = [str(move) for move in islice(rules.legal(view), MOST + 1)]
        listed = ", ".join(legal[:MOST]) + (", …" if len(legal) > MOST else "")
        return "\n".join([*_lines(_fields(view)), f"  legal: {listed or '-'}"])

    def transcript(
        self, rules: Any, names: Sequence[str], states: Sequence[Any], moves: Sequence[str] = ()
    ) -> str:
        lines = ["Players: " + ", ".join(names)]
        made = dict(enumerate(moves, 1))
        before: set[tuple[str, str]] = set()
        for number, state in enumerate(states):
            told = list(_fields(state))
            lines += [
                f"{number}. {made.get(number, '')}".rstrip(),
                *_lines(field for field in told if field not in before),
            ]
            before = set(told)
        if rules.to_act(states[-1]):
            return "\n".join([*lines, "(not finished)"])
        scores = zip(names, rules.scores(states[-1]), strict=True)
        return "\n".join([*lines, "Scores: " + ", ".join(f"{name} {score}" for name, score in scores)])

    def move(self, move: Any) -> str:
        return str(move)


def _fields(value: Any) -> Iterator[tuple[str, str]]:
    if not dataclasses.is_dataclass(value):
        yield "position", _describe(value)
        return
    for field in dataclasses.fields(value):
        yield field.name, _describe(getattr(value, field.name))


def _describe(value: Any) -> str:
    if isinstance(value, tuple | list):
        return (
            " ".join(
                f"({_describe(part)})" if isinstance(part, tuple | list) else str(part) for part in value
            )
            or "-"
        )
    return str(value)


def _lines(fields: Iterable[tuple[str, str]]) -> list[str]:
    return [f"  {name}: {told}" for name, told in fields]
