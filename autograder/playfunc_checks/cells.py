"""A notebook's cells: what nbgrader and the tags say of them, and the Python in them, read as Jupyter reads it.

IPython's own transformers tell what is a command to the notebook (`%matplotlib inline`, `!pip install numpy`, `play?`)
and what is code. Nothing is executed here.
"""

from __future__ import annotations

import ast
import re
import symtable
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
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
    commands: list[tuple[int, str]] = []
    body = 0
    for number, line in enumerate(lines, 1):  # cell magics, which may follow each other
        magic = _MAGIC.match(line)
        if magic is None and line.strip():
            break
        if magic is not None and magic[1] not in PYTHON_MAGICS:
            return CellCode("", language=f"%%{magic[1]}")
        if magic is not None:
            commands.append((number, line.strip()))
            lines[number - 1] = _left_out(line.strip())
            body = number
    code = _without_commands("".join(lines[body:]))
    commands += [(body + number, command) for number, command in code.commands]
    return CellCode("".join(lines[:body]) + code.source, tuple(commands))


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


@lru_cache(maxsize=512)
def is_python(text: str) -> bool:
    """Whether the text parses. Kept, because notebooks look at the same cells before each one that runs."""
    try:
        ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


@lru_cache(maxsize=128)
def _without_commands(text: str) -> CellCode:
    if is_python(text):
        return CellCode(text)
    # Most cells are plain Python, and IPython takes 0.15 s to import.
    from IPython.core.inputtransformer2 import TransformerManager

    manager = TransformerManager()
    cell = text.splitlines(keepends=True)
    lines = [*cell[:-1], cell[-1].rstrip("\r\n") + "\n"]
    commands: list[tuple[int, str]] = []
    try:
        for clean in manager.cleanup_transforms:  # prompts, an indentation of the whole cell
            lines = clean(lines)
        blank = len(cell) - len(lines)  # empty lines at the top, which are dropped there
        while len(commands) < MOST and (places := _first_command(manager, lines)):
            commands += [(blank + n + 1, lines[n].strip()) for n in places]
            first, *others = places
            lines[first : first + len(places)] = [
                _left_out(lines[first]),
                *(_left_out(lines[n].strip()) for n in others),
            ]
    except Exception:  # IPython's tokenizer, on text that is no cell of anybody's
        return CellCode(text)
    return CellCode("\n" * blank + "".join(lines), tuple(commands))


def _first_command(manager: Any, lines: list[str]) -> range:
    """The places of the lines that IPython's transformers would replace first; none where there is no command."""
    from IPython.core.inputtransformer2 import make_tokens_by_line

    tokens = make_tokens_by_line(lines)
    found = (each for kind in manager.token_transformers if (each := kind.find(tokens)))
    for command in sorted(found, key=lambda each: each.sortby()):
        with suppress(SyntaxError):  # no command after all
            replaced = 1 + len(lines) - len(command.transform(lines))
            return range(command.start_line, command.start_line + replaced)
    return range(0)


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
