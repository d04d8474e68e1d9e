"""A notebook's cells: what nbgrader and the tags say of them, and the Python in them, read as Jupyter reads it.

IPython's own transformers tell what is a command to the notebook (`%matplotlib inline`, `!pip install numpy`, `play?`)
and what is code. Nothing is executed here.

Other tools save notebooks without tags and ids, and code copied into a new notebook has neither. Such cells are found
again (`restored`) beside the released notebook: by their ids, by their texts, and the player's by what they define.
"""

from __future__ import annotations

import re
import symtable
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from playfunc_checks.structure import parsed, undefined

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
    return parsed(text) is not None


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


PLAYER = "player"
"""The tag of the cells that make up the player."""


@dataclass(frozen=True, slots=True)
class Restored:
    """The cells with the metadata that was put back, and what a reader should know of it."""

    cells: tuple[Cell, ...]
    notes: tuple[str, ...] = ()
    unclear: str = ""
    """Why a person has to say which cells make up the player."""
    likely: tuple[int, ...] = ()
    """The numbers, from 1, of the cells to suggest as the player where that is unclear."""


def restored(cells: Sequence[Cell], released: Sequence[Cell], wanted: Sequence[str]) -> Restored:
    """The cells, with the released cells' metadata where it was lost. `wanted`: the grade ids of the player's cells."""
    there = {grade_id(cell) for cell in cells}
    if not released or there >= set(wanted):
        return Restored(tuple(cells))
    same = _same_cells(cells, released, there)
    before = [_with(cell, released[same[n]]) if n in same else cell for n, cell in enumerate(cells)]
    again = _by_definition(before, released, wanted)
    if not there & set(wanted) and not any(PLAYER in tags_of(cell) for cell in cells):
        again = _certain(again, cells)
        if again.unclear:
            return replace(again, cells=tuple(before), notes=())
    given = {grade_id(cell): cell for cell in released}
    told = {
        name: (n, _why(cell, given[name]))
        for n, cell in enumerate(again.cells, 1)
        if (name := grade_id(cell)) in wanted and name not in there
    }
    return Restored(again.cells, (*_found_again(told), *again.notes))


def _why(cell: Cell, released: Cell) -> str:
    """By what a cell was found to be the released one."""
    if _id(cell) and _id(cell) == _id(released):
        return "it has the same id"
    if _text(cell) == _text(released):
        return "it has the same text"
    both = defined_names(text_of(cell), imports=False) & defined_names(text_of(released), imports=False)
    return f"it defines {and_list(f'`{name}`' for name in sorted(both))}"


def _found_again(told: Mapping[str, tuple[int, str]]) -> Iterator[str]:
    """A note on the cells that were found again: name → the number of the cell, and why it is that one."""
    if not told:
        return
    names = and_list(f"'{name}'" for name in told)
    if len(told) == 1:
        [(number, why)] = told.values()
        what = (
            f"The cell {names} had lost its tag. Cell {number} of the notebook (all cells counted, from 1) was used "
            f"for it, because {why}."
        )
    else:
        each = "; ".join(f"cell {number} for '{name}', because {why}" for name, (number, why) in told.items())
        what = (
            f"The cells {names} had lost their tags. These cells of the notebook (all cells counted, from 1) were used "
            f"for them: {each}."
        )
    yield (
        f"{what} If your player needs other cells too, copy your code into the notebook that you were given, and "
        "submit that."
    )


def _same_cells(cells: Sequence[Cell], released: Sequence[Cell], there: set[str]) -> dict[int, int]:
    """Place of a cell without metadata → place of the released cell with its id, else with its text."""
    found: dict[int, int] = {}
    for key in (_id, _text):
        theirs = _places(key, {n: c for n, c in enumerate(cells) if not _is_marked(c) and n not in found})
        taken = set(found.values())
        ours = {
            n: c
            for n, c in enumerate(released)
            if _is_marked(c) and grade_id(c) not in there and n not in taken
        }
        for value, places in _places(key, ours).items():
            if len(theirs.get(value, ())) == len(places):  # equal ones are in the same order
                found |= zip(theirs[value], places, strict=True)
    return found


def _places(key: Callable[[Cell], str], cells: Mapping[int, Cell]) -> dict[str, list[int]]:
    """Id or text → the places where it stands; without empty ones."""
    found: dict[str, list[int]] = {}
    for n, cell in cells.items():
        if value := key(cell):
            found.setdefault(value, []).append(n)
    return found


def _id(cell: Cell) -> str:
    name = cell.get("id")
    return name if isinstance(name, str) else ""


def _text(cell: Cell) -> str:
    return text_of(cell).strip()


def _is_marked(cell: Cell) -> bool:
    return bool(grade_id(cell) or tags_of(cell))


def _with(cell: Cell, released: Cell) -> Cell:
    metadata = {
        key: metadata_of(released)[key] for key in ("tags", "nbgrader") if key in metadata_of(released)
    }
    return {**cell, "metadata": {**metadata_of(cell), **metadata}}


def _by_definition(cells: Sequence[Cell], released: Sequence[Cell], wanted: Sequence[str]) -> Restored:
    """The cells, with the metadata of the player's cells that are still missing, put to those that define the same."""
    there = {grade_id(cell) for cell in cells}
    missing = {
        grade_id(cell): n
        for n, cell in enumerate(released)
        if grade_id(cell) in wanted and grade_id(cell) not in there
    }
    names = {name: defined_names(text_of(released[n]), imports=False) for name, n in missing.items()}
    held = {
        name
        for cell in cells
        if grade_id(cell) in wanted or PLAYER in tags_of(cell)
        for name in defined_names(text_of(cell))
    }
    free = _free(cells, released, wanted)
    often = Counter(name for each in names.values() for name in each - held)
    definers = {name: [n for n, own in free.items() if name in own] for name in often}
    crowded = {name: found for name, found in definers.items() if len(found) > often[name]}
    for name, found in crowded.items():
        places = [place for cell, place in missing.items() if name in names[cell]]
        kept = [n for n in found if any(_is_beside(cells, n, released, place) for place in places)]
        definers[name] = kept if len(kept) <= often[name] else []
    chosen = {n for found in definers.values() for n in found}
    unclear = [
        f"`{name}` is defined in {listed(n + 1 for n in found)}"
        for name, found in crowded.items()
        if not definers[name] or chosen & set(found) != set(definers[name])
    ]
    put = list(cells)
    left = dict(names)
    for n in sorted(chosen):
        best = max(left, key=lambda name: len(left[name] & free[n]), default="")
        if best and left[best] & free[n]:
            put[n] = _with(cells[n], released[missing[best]])
            del left[best]
        else:
            put[n] = {**cells[n], "metadata": {**metadata_of(cells[n]), "tags": [PLAYER]}}
    player = {n for n, cell in enumerate(put) if grade_id(cell) in wanted or PLAYER in tags_of(cell)}
    last = {found[-1] for name, found in crowded.items() if not chosen & set(found)}
    return Restored(
        tuple(put), unclear="; ".join(unclear), likely=tuple(sorted(n + 1 for n in player | last))
    )


def _free(
    cells: Sequence[Cell], released: Sequence[Cell], wanted: Sequence[str]
) -> dict[int, frozenset[str]]:
    """Place → what it defines, of each code cell that is neither marked nor a released one outside of the player."""
    given = {_text(cell) for cell in released if grade_id(cell) not in wanted}
    return {
        n: defined_names(text_of(cell), imports=False)
        for n, cell in enumerate(cells)
        if cell.get("cell_type") == "code" and not _is_marked(cell) and _text(cell) not in given
    }


def _is_beside(cells: Sequence[Cell], n: int, released: Sequence[Cell], place: int) -> bool:
    """Whether the text above or below a cell is that above or below the released one."""
    return any(
        0 <= n + step < len(cells)
        and 0 <= place + step < len(released)
        and _text(cells[n + step]) == _text(released[place + step]) != ""
        for step in (-1, 1)
    )


def _certain(found: Restored, cells: Sequence[Cell]) -> Restored:
    """What was found in a notebook without any tag, with the imports that it needs; unclear where it needs more."""
    if found.unclear:
        return found
    player = [n for n, cell in enumerate(found.cells) if PLAYER in tags_of(cell)]
    texts = [read_cell(text_of(found.cells[n])).source for n in player]
    needed = set(undefined("\n".join(texts))) if is_python("\n".join(texts)) else set()
    imports: dict[int, set[str]] = {}
    for n, cell in enumerate(cells):
        if (
            cell.get("cell_type") == "code"
            and n not in player
            and (names := needed & defined_names(text_of(cell)))
        ):
            if defined_names(text_of(cell), imports=False):
                told = ", ".join(f"`{name}`" for name in sorted(names))
                likely = tuple(sorted({*(each + 1 for each in player), n + 1}))
                return replace(found, unclear=f"the player uses {told} from cell {n + 1}", likely=likely)
            imports[n] = names
            needed -= names
    put = list(found.cells)
    for n in imports:
        put[n] = {**put[n], "metadata": {**metadata_of(put[n]), "tags": [PLAYER]}}
    notes = [
        f"Cell {n + 1} of the notebook counts too: the player uses {', '.join(sorted(names))}, which it imports."
        for n, names in imports.items()
    ]
    return Restored(tuple(put), tuple(notes))


def listed(numbers: Iterable[int]) -> str:
    """Such as `cells 4 and 9`."""
    each = list(map(str, numbers))
    return f"cell{'s' if each[1:] else ''} {and_list(each)}"


def and_list(words: Iterable[str]) -> str:
    """Such as `4, 7 and 9`; of at least one."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last
