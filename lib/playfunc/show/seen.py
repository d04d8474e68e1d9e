"""What a player saw: a call as Python text, to run and step through."""

from __future__ import annotations

import re
import textwrap
from typing import Any

from playfunc.codec import read_memory
from playfunc.converter import CodecError
from playfunc.rules import Call, Rules

WIDTH = 96
"""Characters of a line."""


def call_source(
    rules: Rules[Any, Any, Any], call: Call, memory_type: Any = Any, *, function: str = ""
) -> str:
    """The call as Python text: the imports it needs, and the function called with its arguments.

    `function` is what the student's function is called, if not as in the contract. Memory is written as a value of
    `memory_type`; where it cannot be read as one, as its JSON values.
    """
    try:
        memory = None if call.memory is None else read_memory(call.memory, memory_type)
    except CodecError:
        memory = read_memory(call.memory or "null", Any)
    arguments = [repr(value) for value in rules.projection.arguments(call, memory)]
    body = "\n".join(_folded(text + ",") for text in arguments)
    imports = _imports(rules, " ".join(arguments))
    lines = [*imports, *([""] if imports else []), f"{function or call.function}(", body, ")"]
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
    homes = {"Card": "playfunc", "WhistCard": "playfunc.cards"}
    return [f"from {home} import {name}" for name, home in homes.items() if re.search(rf"\b{name}\(", text)]
