"""From a notebook, or a `player.py` handed in instead, to the source text of the player.

Cells tagged `player`, and those with the assignment's grade ids in case the tag was lost, make up the
player in notebook order. Nothing is executed here.
"""

from __future__ import annotations

import ast
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playfunc_checks.assignment import Assignment
from playfunc_checks.program import COMMAND_FILE, Program, ProgramError, read_program

__all__ = [
    "ExtractError",
    "PlayerSource",
    "find_notebook",
    "graded_ids",
    "is_answer",
    "is_untouched",
    "player_from_cells",
    "player_text",
    "read_cells",
    "read_notebook",
    "player_digest",
    "read_player",
    "refuse_links",
    "released_player",
    "text_of",
    "written_cells",
]

Cell = Mapping[str, Any]

FILE_LIMIT = 50_000_000
"""Bytes of one file that is handed in."""

REPORT = "report"
"""The tag of the cell that holds a student's report."""

_FUTURE = re.compile(r"^from __future__ import annotations\b.*$", re.MULTILINE)
_LATE = "# from __future__ import annotations: holds for the whole player"
"""Every cell of a notebook may begin with this import, a module only once; workers read annotations late anyway."""


class ExtractError(ValueError):
    """No player can be taken out of this file; the message tells the student why and what to do."""


@dataclass(frozen=True, slots=True)
class PlayerSource:
    """The Python text that is marked, and what a reader should know about where it came from."""

    source: str
    origin: str
    """The file's name."""
    notes: tuple[str, ...] = ()
    """Repairs and oddities, one sentence each, for the report."""
    program: Program | None = None
    """The player, where it is a program in another language; `source` is then what can be read of it."""
    undecided: bool = False
    """Whether a person has to say first which file counts; there is no source before."""


def player_digest(source: str) -> str:
    """The SHA-256 of a player's text, by which receipts and feedback name it: the same for a notebook and for a file
    with the text of its player cells."""
    return hashlib.sha256(source.encode("utf-8", "surrogatepass")).hexdigest()


def read_player(path: Path, assignment: Assignment) -> PlayerSource:
    """The player in a notebook, a `.py` file, or a folder with a program. Raises `ExtractError`."""
    if path.name == COMMAND_FILE:
        return _player_program(path)
    if path.suffix == ".py":
        return _player_file(path)
    cells = read_cells(path)
    beside = path.parent / "player.py"
    if not beside.exists():
        return player_from_cells(cells, assignment, path.name)
    if all(is_untouched(cell) for cell in cells if _is_player(cell, assignment)):
        note = "player.py counts, because the notebook's player cells are as released."
        return _player_file(beside, note)
    note = "player.py does not count, because the notebook's player cells were written in."
    player = player_from_cells(cells, assignment, path.name)
    return PlayerSource(player.source, player.origin, (*player.notes, note))


def _player_program(path: Path) -> PlayerSource:
    try:
        program = read_program(path.parent)
    except ProgramError as error:
        raise ExtractError(str(error)) from error
    return PlayerSource(program.source, COMMAND_FILE, (f"the player is a program: {program.name}",), program)


def _player_file(path: Path, *notes: str) -> PlayerSource:
    source = _read_text(path)
    _defines_play(source, path.name, path.name)  # raises where it is not Python
    return PlayerSource(source, path.name, notes)


def find_notebook(folder: Path, assignment: Assignment) -> Path:
    """The submission's notebook: by its name, else the only one there. Raises `ExtractError`."""
    refuse_links(folder)
    expected = folder / f"{assignment.notebook}.ipynb"
    if assignment.programs and (folder / COMMAND_FILE).is_file():
        return folder / COMMAND_FILE
    if expected.exists():
        return expected
    found = sorted(p for p in folder.glob("*.ipynb") if not p.name.startswith("."))
    if len(found) == 1:
        return _nameable(found[0])
    if not found and (folder / "player.py").exists():
        return folder / "player.py"
    if not found:
        raise ExtractError(f"no notebook was handed in: {expected.name} is missing")
    names = ", ".join(p.name for p in found)
    raise ExtractError(f"{expected.name} is missing, and which of these counts is not clear: {names}")


def _nameable(path: Path) -> Path:
    """The path, whose name reports can hold. Raises `ExtractError`."""
    try:
        path.name.encode()
    except UnicodeEncodeError as error:
        raise ExtractError(f"the notebook's name {path.name!a} is not UTF-8; rename it") from error
    return path


def refuse_links(folder: Path) -> None:
    """What is handed in is read by the marker, who may read more than the student: links are not followed."""
    for path in (folder.parent, folder, *folder.iterdir()):
        if path.is_symlink():
            raise ExtractError(f"{path.name} is a link to something else; hand in the file itself")


def read_cells(path: Path) -> list[Cell]:
    """The notebook's cells. Raises `ExtractError` when the file is no notebook."""
    cells: list[Cell] = read_notebook(path)["cells"]
    return cells


def read_notebook(path: Path) -> dict[str, Any]:
    """The notebook as JSON, with a list of cells. Raises `ExtractError` when the file is none, or a link."""
    if path.is_symlink():
        raise ExtractError(f"{path.name} is a link to something else; hand in the file itself")
    try:
        notebook = json.loads(_read_text(path))
    except (ValueError, RecursionError) as error:
        raise ExtractError(
            f"{path.name} is damaged or cut off, and not a readable notebook ({error}); "
            "hand in again from your own copy"
        ) from error
    if not isinstance(notebook, dict) or "cells" not in notebook:
        raise ExtractError(f"{path.name} is JSON, but not a notebook with cells")
    cells = notebook["cells"]
    if not isinstance(cells, list) or not all(isinstance(cell, dict) for cell in cells):
        raise ExtractError(f"{path.name} is JSON, but its cells are not a notebook's")
    return notebook


def player_from_cells(cells: Sequence[Cell], assignment: Assignment, origin: str) -> PlayerSource:
    """The player that these cells make up. Raises `ExtractError`."""
    chosen = [cell for cell in cells if _is_player(cell, assignment)]
    if not chosen:
        raise ExtractError(f"{origin} has no cell tagged 'player'; start again from the released notebook")
    parts: list[str] = []
    last_play = ""
    for number, cell in enumerate(chosen, 1):
        name = _grade_id(cell) or f"player cell {number}"
        text = text_of(cell)
        if _defines_play(text, name, origin):
            last_play = name
        if text.strip():
            parts.append(f"# %% {name}\n{_FUTURE.sub(_LATE, text) if parts else text}".rstrip() + "\n")
    if not last_play:
        raise ExtractError(f"no cell tagged 'player' in {origin} defines a function called play")
    return PlayerSource(
        "\n\n".join(parts),
        origin,
        (
            *_notes(chosen, last_play, assignment, origin),
            *_elsewhere(cells, assignment),
            *_restored(cells, assignment),
        ),
    )


def released_player(notebook: Path, assignment: Assignment) -> str:
    """The player's cells as the students got them, one text; empty when there is no such notebook."""
    try:
        cells = read_cells(notebook)
    except ExtractError:
        return ""
    return player_text(cells, assignment)


def player_text(cells: Sequence[Cell], assignment: Assignment) -> str:
    """The text of the player's cells, whatever it is."""
    return "\n\n".join(text_of(cell) for cell in cells if _is_player(cell, assignment))


def written_cells(notebook: Path, assignment: Assignment) -> frozenset[str]:
    """The grade ids of the player's cells that are not as they were released. Raises `ExtractError`."""
    cells = (cell for cell in read_cells(notebook) if _is_player(cell, assignment))
    return frozenset(_grade_id(cell) for cell in cells if not is_untouched(cell))


def _notes(chosen: Sequence[Cell], last_play: str, assignment: Assignment, origin: str) -> list[str]:
    notes = []
    if origin != f"{assignment.notebook}.ipynb":
        notes.append(f"The notebook is called {origin}; it was taken for {assignment.notebook}.ipynb.")
    ids = [_grade_id(cell) for cell in chosen]
    notes += [
        f"The cell '{name}' stands in the notebook more than once; the later one wins."
        for name in dict.fromkeys(i for i in ids if i and ids.count(i) > 1)
    ]
    if gone := [f"'{name}'" for name in assignment.player_cells if name not in ids]:
        notes.append(
            f"These player cells were deleted, and the player was marked without: {', '.join(gone)}."
        )
    if assignment.player_cells and last_play != assignment.player_cells[-1]:
        notes.append(
            f"The last definition of play stands in '{last_play}', "
            f"not in '{assignment.player_cells[-1]}'; it is the one that counts."
        )
    return notes


def _elsewhere(cells: Sequence[Cell], assignment: Assignment) -> list[str]:
    """A note on each cell whose play holds when the notebook is run, and which is no cell of the player's."""
    return [
        f"Cell {number} of the notebook defines play, and does not count: it is not tagged 'player'."
        for number, cell in enumerate(cells, 1)
        if cell.get("cell_type") == "code"
        and not _is_player(cell, assignment)
        and _may_define_play(text_of(cell))
    ]


def _may_define_play(text: str) -> bool:
    try:
        return _defines_play(text, "", "")
    except ExtractError:  # such as a notebook command, which only cells of the player's must not hold
        return False


def _restored(cells: Sequence[Cell], assignment: Assignment) -> list[str]:
    """A note on the marked cells that are gone; nbgrader puts them back."""
    there = {_grade_id(cell) for cell in cells}
    gone = [f"'{name}'" for name in (*assignment.points, *assignment.task_cells) if name not in there]
    return [f"These marked cells were deleted, and put back: {', '.join(gone)}."] if gone else []


def _defines_play(text: str, name: str, origin: str) -> bool:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ExtractError(_syntax_message(text, name, origin, error)) from error
    return any(
        (isinstance(node, ast.FunctionDef) and node.name == "play")
        or (isinstance(node, ast.Assign) and any(_is_play(target) for target in node.targets))
        for node in tree.body
    )


def _is_play(target: ast.expr) -> bool:
    return isinstance(target, ast.Name) and target.id == "play"


def _syntax_message(text: str, name: str, origin: str, error: Exception) -> str:
    whole = name == origin  # a file is its own only cell
    cell = origin if whole else f"the cell '{name}'"
    place = origin if whole else f"{cell} in {origin}"
    for number, line in enumerate(text.splitlines(), 1):
        command = line.strip()
        if command.startswith(("%", "!")) or (command.endswith("?") and not command.startswith("#")):
            advice = (
                "delete it"
                if whole
                else "take it out of the player's cells (a cell of its own without the tag may keep it)"
            )
            return f"line {number} of {cell} is a notebook command, not Python: {command[:60]!r}; {advice}"
    if isinstance(error, SyntaxError):
        where = (error.text or "").strip()
        return f"line {error.lineno} of {place} is not Python: {error.msg}: {where[:80]!r}"
    return f"{place} cannot be read as Python: {type(error).__name__}"


def _is_player(cell: Cell, assignment: Assignment) -> bool:
    tags = _metadata(cell).get("tags")
    tagged = isinstance(tags, list) and "player" in tags
    return cell.get("cell_type") == "code" and (tagged or _grade_id(cell) in assignment.player_cells)


def is_answer(cell: Cell, assignment: Assignment) -> bool:
    """Whether students write in the cell, and people or the computer mark it."""
    tags = _metadata(cell).get("tags")
    reported = isinstance(tags, list) and REPORT in tags
    return reported or bool(_nbgrader(cell).get("solution")) or _is_player(cell, assignment)


def graded_ids(cells: Sequence[Cell]) -> list[str]:
    """The grade ids of all cells that nbgrader knows."""
    return [name for cell in cells if (name := _grade_id(cell))]


def _metadata(cell: Cell) -> Mapping[str, Any]:
    metadata = cell.get("metadata")
    return metadata if isinstance(metadata, dict) else {}


def _nbgrader(cell: Cell) -> Mapping[str, Any]:
    nbgrader = _metadata(cell).get("nbgrader")
    return nbgrader if isinstance(nbgrader, dict) else {}


def _grade_id(cell: Cell) -> str:
    return str(_nbgrader(cell).get("grade_id") or "")


def text_of(cell: Cell) -> str:
    source = cell.get("source", "")
    return "".join(map(str, source)) if isinstance(source, list) else str(source)


def is_untouched(cell: Cell) -> bool:
    """Whether the cell is as released: nbgrader's checksum of a solution cell still fits."""
    checksum = _nbgrader(cell).get("checksum")
    digest = hashlib.md5(usedforsecurity=False)
    for part in (text_of(cell), "code", "False", "True", "False", _grade_id(cell)):
        digest.update(part.encode("utf-8", "surrogatepass"))
    return bool(checksum == digest.hexdigest())


def _read_text(path: Path) -> str:
    if not path.is_file():
        raise ExtractError(f"{path.name} is no file; hand in the file itself")
    if path.stat().st_size > FILE_LIMIT:
        raise ExtractError(
            f"{path.name} has {path.stat().st_size / 1e6:.0f} MB, and at most {FILE_LIMIT / 1e6:.0f} are read; "
            "clear what its cells show (Edit > Clear Outputs of All Cells), save, and hand in again"
        )
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise ExtractError(f"{path.name} is not UTF-8 text; save it again from JupyterLab") from error
    except OSError as error:
        raise ExtractError(f"{path.name} cannot be opened: {error.strerror}") from error
