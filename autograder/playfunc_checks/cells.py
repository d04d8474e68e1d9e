"""A notebook's cells: what nbgrader and the tags say of them, and the Python in them, read as Jupyter reads it.

IPython's own transformers tell what is a command to the notebook (`%matplotlib inline`, `!pip install numpy`, `play?`)
and what is code. Nothing is executed here.
"""

from __future__ import annotations

import ast
import re
import symtable
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = [
    "Cell",
    "CellCode",
    "defined_names",
    "grade_id",
    "is_python",
    "metadata_of",
    "nbgrader_of",
    "read_cell",
    "tags_of",
    "text_of",
]

Cell = Mapping[str, Any]

PYTHON_MAGICS = frozenset({"capture", "debug", "memit", "prun", "time", "timeit"})
"""Cell magics whose body is Python that runs in the notebook."""

LONGEST, MOST = 200_000, 50
"""Characters of a cell with commands, and commands in it: every command is found by tokenizing the cell again. What is
longer is taken for Python, and fails as Python."""

_MAGIC = re.compile(r"\s*%%(\w+)(?![\w?])")


@dataclass(frozen=True, slots=True)
class CellCode:
    """What is Python in a cell."""

    source: str
    """As many lines as the cell, with a comment or `pass` for each command that was left out."""
    commands: tuple[tuple[int, str], ...] = ()
    """The number, from 1, and the text of each line that was left out."""
    language: str = ""
    """The cell magic, such as `%%bash`, where the cell is no Python; `source` is then empty."""


def read_cell(text: str) -> CellCode:
    """The Python of a cell. What is not Python by any reading stays in `source`, and fails there."""
    if is_python(text) or "\0" in text or len(text) > LONGEST:
        return CellCode(text)
    lines = text.splitlines(keepends=True)
    first = next((number for number, line in enumerate(lines) if line.strip()), 0)
    if magic := _MAGIC.match(lines[first]):
        if magic[1] not in PYTHON_MAGICS:
            return CellCode("", language=f"%%{magic[1]}")
        body = read_cell("".join(lines[first + 1 :]))
        return CellCode(
            "\n" * first + _left_out(lines[first].strip()) + body.source,
            (
                (first + 1, lines[first].strip()),
                *((first + 1 + number, command) for number, command in body.commands),
            ),
            body.language,
        )
    try:
        return _without_commands(lines)
    except Exception:  # IPython's tokenizer, on text that is no cell of anybody's
        return CellCode(text)


def defined_names(text: str, *, imports: bool = True) -> frozenset[str]:
    """The names that a cell's Python defines, and those that it imports; of one that does not parse, its functions and
    classes."""
    source = read_cell(text).source
    try:
        symbols = symtable.symtable(source, "cell", "exec").get_symbols()
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return frozenset(re.findall(r"^(?:def|class)\s+(\w+)", source, re.MULTILINE))
    return frozenset(
        each.get_name() for each in symbols if (imports if each.is_imported() else each.is_assigned())
    )


def is_python(text: str) -> bool:
    """Whether the text parses."""
    try:
        ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _without_commands(cell: Sequence[str]) -> CellCode:
    # Most cells are plain Python, and IPython takes 0.15 s to import.
    from IPython.core.inputtransformer2 import TransformerManager, make_tokens_by_line

    manager = TransformerManager()
    lines = [*cell[:-1], cell[-1].rstrip("\r\n") + "\n"]
    for clean in manager.cleanup_transforms:  # prompts, an indentation of the whole cell
        lines = clean(lines)
    blank = len(cell) - len(lines)  # empty lines at the top, which are dropped there
    commands: list[tuple[int, str]] = []
    while len(commands) < MOST:
        tokens = make_tokens_by_line(lines)
        found = [each for kind in manager.token_transformers if (each := kind.find(tokens))]
        if not found:
            break
        command = min(found, key=lambda each: each.sortby())
        start = command.start_line
        end = start + 1 + len(lines) - len(command.transform(lines))
        commands += [(blank + n + 1, lines[n].strip()) for n in range(start, end)]
        lines[start:end] = [
            _left_out(lines[start]),
            *(_left_out(line.strip()) for line in lines[start + 1 : end]),
        ]
    return CellCode("\n" * blank + "".join(lines), tuple(commands))


def _left_out(line: str) -> str:
    """What stands for a command: `pass` in a block, which may hold nothing else, and a comment outside, which may stand
    before `from __future__`."""
    indent = line[: len(line) - len(line.lstrip())]
    return f"{indent}{'pass  ' if indent else ''}# left out: {' '.join(line.split())}\n"


def text_of(cell: Cell) -> str:
    source = cell.get("source", "")
    return "".join(map(str, source)) if isinstance(source, list) else str(source)


def metadata_of(cell: Cell) -> Mapping[str, Any]:
    metadata = cell.get("metadata")
    return metadata if isinstance(metadata, dict) else {}


def tags_of(cell: Cell) -> Sequence[Any]:
    tags = metadata_of(cell).get("tags")
    return tags if isinstance(tags, list) else ()


def nbgrader_of(cell: Cell) -> Mapping[str, Any]:
    nbgrader = metadata_of(cell).get("nbgrader")
    return nbgrader if isinstance(nbgrader, dict) else {}


def grade_id(cell: Cell) -> str:
    return str(nbgrader_of(cell).get("grade_id") or "")
