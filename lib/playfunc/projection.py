"""The projection that a new game begins with: players get its views and answer with its moves."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from playfunc.codec import CodecError, decode, encode
from playfunc.converter import type_name
from playfunc.errors import NotationError, ProtocolError, shown
from playfunc.rules import Call

__all__ = ["PlainProjection"]


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
