"""What a student says about sources and help: the end of the report, else the docstring of the player."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from typing import Any

from playfunc_checks.extract import text_of

__all__ = ["NOTHING", "declared_sources"]

NOTHING = "(nothing was written)"
LONGEST = 4000
"""Characters that are shown."""

_HEADING = re.compile(r"^[ ]*(?:#+[ ]*|\*\*|__)sources and help\b.*$", re.IGNORECASE | re.MULTILINE)


def declared_sources(
    cells: Sequence[Mapping[str, Any]], released: Sequence[Mapping[str, Any]], source: str
) -> str:
    """What stands below the heading *Sources and help* in a notebook, without what was released there; where no cell
    has the heading, the docstring of the player."""
    given = {line.strip() for cell in released for line in text_of(cell).splitlines()}
    for cell in cells:
        text = text_of(cell)
        if cell.get("cell_type") == "markdown" and (heading := _HEADING.search(text)):
            lines = [line for line in text[heading.end() :].splitlines() if line.strip() not in given - {""}]
            return _shown("\n".join(lines))
    return _shown(_docstring(source))


def _docstring(source: str) -> str:
    try:
        return ast.get_docstring(ast.parse(source)) or ""
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""


def _shown(text: str) -> str:
    text = text.strip()
    return f"{text[:LONGEST]} …" if len(text) > LONGEST else text or NOTHING
