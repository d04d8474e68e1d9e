"""What a player saw: a call as Python text, to run and step through."""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass
from typing import Any

from playfunc.codec import read_memory
from playfunc.converter import CodecError
from playfunc.rules import Call, Rules

WIDTH = 96
"""Characters of a line."""


AS_ANNOTATED = object()


@dataclass(frozen=True, slots=True)
class _ToRead:
    """Memory whose type only the student's notebook has; it is written as what reads it there."""

    text: str
    function: str

    def __repr__(self) -> str:
        return f"read_memory({self.text!r}, memory_type({self.function}))"


def call_source(rules: Rules[Any, Any, Any], call: Call, memory_type: Any = Any) -> str:
    """The call as Python text: the imports it needs, and the function called with its arguments.

    Memory is written as a value of `memory_type`; where it cannot be read as one, as its JSON values. Whoever does not
    have the type gives `AS_ANNOTATED`: the text reads the memory as the type that the function names.
    """
    try:
        kind = Any if memory_type is AS_ANNOTATED else memory_type
        memory = None if call.memory is None else read_memory(call.memory, kind)
    except CodecError:
        memory = read_memory(call.memory or "null", Any)
    if memory_type is AS_ANNOTATED and isinstance(memory, dict | list):
        memory = _ToRead(call.memory or "", call.function)
    arguments = [repr(value) for value in rules.projection.arguments(call, memory)]
    body = "\n".join(_folded(text + ",") for text in arguments)
    imports = _imports(rules, " ".join(arguments))
    lines = [*imports, *([""] if imports else []), f"{call.function}(", body, ")"]
    return "\n".join(lines)


def _folded(text: str) -> str:
    """An argument, broken at spaces outside of strings where it is long."""
    if len(text) <= WIDTH - 4 or "\n" in text:
        return textwrap.indent(text, "    ")
    pieces = re.split(r"(?<=,) (?=[A-Z('\[{])", text)
    lines, line = [], ""
    for piece in pieces:
        if line and len(line) + len(piece) + 1 > WIDTH - 8:
            lines.append(line)
            line = ""
        line = f"{line} {piece}" if line else piece
    return "\n".join([f"    {(lines or [line])[0]}", *(f"        {rest}" for rest in [*lines, line][1:])])


def _imports(rules: Rules[Any, Any, Any], text: str) -> list[str]:
    """The names of our own that the arguments are written with."""
    homes = {
        "Card": "playfunc",
        "WhistCard": "playfunc.cards",
        "read_memory": "playfunc.codec",
        "memory_type": "playfunc.player",
    }
    return [f"from {home} import {name}" for name, home in homes.items() if re.search(rf"\b{name}\(", text)]
