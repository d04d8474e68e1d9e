"""From a notebook, or a `player.py` handed in instead, to the source text of the player.

Cells tagged `player`, and those with the assignment's grade ids in case the tag was lost, make up the
player in notebook order. Nothing is executed here.
"""

from __future__ import annotations

import ast
import codecs
import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from playfunc_checks.assignment import Assignment
from playfunc_checks.cells import (
    PLAYER,
    Cell,
    and_list,
    defined_names,
    grade_id,
    is_python,
    nbgrader_of,
    read_cell,
    restored,
    tags_of,
    text_of,
)
from playfunc_checks.structure import source_lines
from playfunc_checks.submitted_player import COMMAND_FILE, Program, ProgramError, read_program

FILE_LIMIT = 50_000_000
"""Bytes of one file that is handed in."""

NAMED = 5
"""Commands to the notebook in one cell that are quoted in notes."""

REPORT = "report"
"""The tag of the cell that holds a student's report."""

_FUTURE = re.compile(r"^from __future__ import annotations\b.*$", re.MULTILINE)
_LATE = "# from __future__ import annotations: holds for the whole player"
"""Every cell of a notebook may begin with this import, a module only once; workers read annotations late anyway."""


_UNPRINTABLE = re.compile("[\0\ud800-\udfff]")


class ExtractError(ValueError):
    """No player can be taken out of this file; the message tells the student why and what to do."""


class UndecidedError(ExtractError):
    """What was handed in can be read in several ways, and a person has to choose one of the notebooks `files`, or the
    cells of the only one, such as `cells` (numbers from 1). The message is for the student; `cause` is without advice.
    """

    def __init__(
        self, cause: str, advice: str = "", *, files: Sequence[str] = (), cells: Sequence[int] = ()
    ) -> None:
        super().__init__(f"{cause}{advice}")
        self.cause, self.files, self.cells = cause, tuple(files), tuple(cells)


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


def read_player(
    path: Path, assignment: Assignment, released: Path | None = None, counted: Sequence[int] = ()
) -> PlayerSource:
    """The player in a notebook, a `.py` file, or a folder with a program.

    Cells of a notebook that lost their tags are found again beside the `released` one, by default the notebook of the
    expected name in the same folder. `counted` numbers the player's cells, from 1, where a person has decided which
    these are. Raises `ExtractError`, and `UndecidedError` where a person has to.
    """
    if path.name == COMMAND_FILE:
        return _player_program(path)
    if path.suffix == ".py":
        return _player_file(path)
    cells, found = _restored_cells(path, assignment, released, counted)
    if counted:
        assignment = replace(assignment, top_cells=(), steps=())  # whose cells these would be does not matter
    beside = path.parent / "player.py"
    beside_note: tuple[str, ...] = ()
    if beside.exists():
        if all(is_untouched(cell) for cell in cells if _is_player(cell, assignment)):
            return _player_file(
                beside, "player.py counts, because the notebook's player cells are as released."
            )
        beside_note = ("player.py does not count, because the notebook's player cells were written in.",)
    player = player_from_cells(cells, assignment, path.name)
    return replace(player, notes=(*found, *player.notes, *beside_note))


def _restored_cells(
    path: Path, assignment: Assignment, released: Path | None, counted: Sequence[int] = ()
) -> tuple[list[Cell], tuple[str, ...]]:
    """The notebook's cells, with the metadata that they lost, and notes on it. Raises as `read_player`."""
    cells = read_cells(path)
    if counted:
        return with_player(cells, counted), ()
    given = released or path.with_name(f"{assignment.notebook}.ipynb")
    try:
        beside = read_cells(given) if given != path and given.is_file() else []
    except ExtractError:
        beside = []
    found = restored(cells, beside, assignment.player_cells)
    if found.unclear:
        raise UndecidedError(
            f"{found.unclear} of {path.name}, whose cells have lost their tags",
            "; copy your code into the notebook that you were given, and submit that",
            files=(path.name,),
            cells=found.likely,
        )
    return list(found.cells), found.notes


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


def with_player(cells: Sequence[Cell], counted: Sequence[int]) -> list[Cell]:
    """The cells, of which those of these numbers, from 1, make up the player, and no other."""
    return [
        {**cell, "metadata": {"tags": [PLAYER]} if n in counted else {}} for n, cell in enumerate(cells, 1)
    ]


def read_cells(path: Path) -> list[Cell]:
    """The notebook's cells. Raises `ExtractError` when the file is no notebook."""
    return read_notebook(path)["cells"]


def read_notebook(path: Path) -> dict[str, Any]:
    """The notebook as JSON, with a list of cells. Raises `ExtractError` when the file is none, or a link."""
    if path.is_symlink():
        raise ExtractError(f"{path.name} is a link to something else; hand in the file itself")
    return parse_notebook(_read_text(path), path.name)


def parse_notebook(text: str, name: str) -> dict[str, Any]:
    """The notebook in a file's text; one of an older format as it would be now. Raises `ExtractError`."""
    try:
        notebook = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ExtractError(
            f"{name} is damaged or cut off, and not a readable notebook ({error}); "
            "hand in again from your own copy"
        ) from error
    if isinstance(notebook, dict) and "worksheets" in notebook:
        notebook = _upgraded(text, name)
    if not isinstance(notebook, dict) or "cells" not in notebook:
        raise ExtractError(f"{name} is JSON, but not a notebook with cells")
    cells = notebook["cells"]
    if not isinstance(cells, list) or not all(isinstance(cell, dict) for cell in cells):
        raise ExtractError(f"{name} is JSON, but its cells are not a notebook's")
    return notebook


def _upgraded(text: str, name: str) -> Any:
    """A notebook of format 2 or 3, which has worksheets, in format 4."""
    try:
        # Half a second, and not there in a browser, whose JupyterLab opens no such notebook.
        from nbformat import convert, reader

        return json.loads(json.dumps(convert(reader.reads(text), 4)))
    except Exception as error:  # whatever it holds
        raise ExtractError(
            f"{name} is a notebook of an old format (with worksheets), and cannot be read; open it in JupyterLab, save "
            "it, and hand in again"
        ) from error


def player_from_cells(cells: Sequence[Cell], assignment: Assignment, origin: str) -> PlayerSource:
    """The player that these cells make up. Raises `ExtractError`."""
    chosen = [cell for cell in cells if _is_player(cell, assignment)]
    if not chosen:
        raise ExtractError(
            f"{origin} has no cell tagged 'player'; copy your code into the notebook that you were given, "
            "and submit that"
        )
    parts: list[str] = []
    told: list[str] = []
    no_play = ""
    last_play = ""
    for number, cell in enumerate(chosen, 1):
        name = grade_id(cell) or f"player cell {number}"
        if left_out := _left_out(cell, name):
            cause, remedy = left_out
            told.append(
                f"{cause}, so it is no part of the player. If it should be, {remedy} and submit the notebook."
            )
            if "play" in defined_names(re.sub(r"\A\s*%%.*", "", text_of(cell))):
                no_play = (
                    f"{cause[0].lower()}{cause[1:]}, so no `play` was found; {remedy} and submit the notebook"
                )
            continue
        text, notes = _python(cell, name)
        told += notes
        if _defines_play(text, name, origin):
            last_play = name
        if text.strip():
            parts.append(f"# %% {name}\n{_FUTURE.sub(_LATE, text) if parts else text}".rstrip() + "\n")
    if not last_play:
        why = " ".join((f"no cell tagged 'player' in {origin} defines a function called play.", *told))
        raise ExtractError(no_play or why.removesuffix("."))
    return PlayerSource(
        "\n\n".join(parts),
        origin,
        (
            *told,
            *_notes(chosen, last_play, assignment, origin),
            *_elsewhere(cells, assignment),
            *_restored(cells, assignment),
        ),
    )


def _left_out(cell: Cell, name: str) -> tuple[str, str] | None:
    """Why one of the player's cells holds no Python that a notebook would run, and what to do; None where it may."""
    code = read_cell(text_of(cell))
    if code.language:
        does = (
            "saves the cell to a file instead of running it"
            if code.language == "%%writefile"
            else "a notebook does not run as Python"
        )
        return f"The cell '{name}' begins with {code.language}, which {does}", "delete that line"
    if cell.get("cell_type") == "code" or (is_python(code.source) and defined_names(code.source)):
        return None
    cause = f"The cell '{name}' is of the type {_type(cell)} and holds no Python"
    return cause, "change its type to Code (in JupyterLab: key Y)"


def _python(cell: Cell, name: str) -> tuple[str, list[str]]:
    """The Python of one of the player's cells, and a note on whatever is read otherwise than it stands there."""
    code = read_cell(text_of(cell))
    notes = []
    if cell.get("cell_type") != "code":
        notes.append(
            f"The cell '{name}' is of the type {_type(cell)} and was read as code. "
            "Before you next submit, change its type back to Code (in JupyterLab: key Y)."
        )
    if code.commands:
        numbers = [str(number) for number, _ in code.commands]
        more = [f"{len(numbers) - NAMED} more"] if len(numbers) > NAMED else []
        quoted = ", ".join(repr(command[:60]) for _, command in code.commands[:NAMED])
        lines, are, were = (
            ("Lines", "are commands", "were") if numbers[1:] else ("Line", "is a command", "was")
        )
        notes.append(
            f"{lines} {and_list((*numbers[:NAMED], *more))} of the cell '{name}' {are} to the notebook "
            f"({quoted}{', …' if more else ''}) and {were} ignored; this costs no points."
        )
    return code.source, notes


def _type(cell: Cell) -> str:
    return {"markdown": "Markdown", "raw": "Raw"}.get(str(cell.get("cell_type")), "unknown")


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


def written_cells(notebook: Path, assignment: Assignment, released: Path | None = None) -> frozenset[str]:
    """The grade ids of the player's cells that are not as they were released. Raises `ExtractError`."""
    cells, _ = _restored_cells(notebook, assignment, released)
    player = (cell for cell in cells if _is_player(cell, assignment))
    return frozenset(grade_id(cell) for cell in player if not is_untouched(cell))


def _notes(chosen: Sequence[Cell], last_play: str, assignment: Assignment, origin: str) -> list[str]:
    notes = []
    if origin != f"{assignment.notebook}.ipynb":
        notes.append(f"The notebook is called {origin}; it was taken for {assignment.notebook}.ipynb.")
    if chosen and all(map(is_untouched, chosen)):
        notes.append("The player's cells are as they were handed out: nothing is written in them.")
    ids = [grade_id(cell) for cell in chosen]
    notes += [
        f"The cell '{name}' stands in the notebook more than once; the later one wins. Delete the other."
        for name in dict.fromkeys(i for i in ids if i and ids.count(i) > 1)
    ]
    if gone := [f"'{name}'" for name in assignment.player_cells if name not in ids]:
        notes.append(
            f"These player cells were deleted, and the player was read without them: {', '.join(gone)}. If it needs "
            "them, copy your code into the notebook that you were given, and submit that."
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
        f"Cell {number} of the notebook defines play, and does not count: it is not tagged 'player'. If it should "
        "count, copy its code into a cell that is."
        for number, cell in enumerate(cells, 1)
        if cell.get("cell_type") == "code"
        and not _is_player(cell, assignment)
        and "play" in text_of(cell)
        and _may_define_play(text_of(cell))
    ]


def _may_define_play(text: str) -> bool:
    try:
        return _defines_play(read_cell(text).source, "", "")
    except ExtractError:
        return False


def _restored(cells: Sequence[Cell], assignment: Assignment) -> list[str]:
    """A note on the graded cells that are gone; the nbgrader bridge puts them back. It is read before and after."""
    there = {grade_id(cell) for cell in cells}
    gone = [name for name in (*assignment.points, *assignment.task_cells) if name not in there]
    if not gone:
        return []
    by_people = [f"'{name}'" for name in gone if name in assignment.task_cells]
    advice = (
        f" Before marking {and_list(by_people)} by hand, look for the student's text in cells without tags."
        if by_people
        else ""
    )
    names = and_list(f"'{name}'" for name in gone)
    return [
        f"The notebook lacks these graded cells: {names}. Marking puts them back as released, and computed points stay "
        f"the same.{advice}"
    ]


def _defines_play(text: str, name: str, origin: str) -> bool:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ExtractError(_syntax_message(text, name, origin, error)) from error
    return any(
        (isinstance(node, ast.FunctionDef) and node.name == "play")
        or (isinstance(node, ast.Assign) and "play" in (getattr(target, "id", "") for target in node.targets))
        for node in tree.body
    )


def _syntax_message(text: str, name: str, origin: str, error: Exception) -> str:
    whole = name == origin  # a file is its own only cell
    place = origin if whole else f"the cell '{name}' in {origin}"
    lines = source_lines(text)
    if broken := next((n for n, line in enumerate(lines, 1) if _UNPRINTABLE.search(line)), 0):
        line = lines[broken - 1]
        at = _UNPRINTABLE.search(line)
        found, start = (at[0], max(0, at.start() - 30)) if at else ("", 0)
        what = "NUL" if found == "\0" else "half of a character"
        return (
            f"line {broken} of {place} contains an invisible character ({what}, shown here as {ascii(found)[1:-1]}), "
            f"so Python cannot read the code: {line[start : start + 60].strip()!a}; delete the line and retype it"
        )
    command = next((n for n, line in enumerate(lines, 1) if line.lstrip().startswith(("%", "!"))), 0)
    if whole and command:
        told = lines[command - 1].strip()[:60]
        return f"line {command} of {place} is a notebook command, not Python: {told!r}; delete it"
    if isinstance(error, SyntaxError):
        line = f"line {error.lineno} of " if error.lineno else ""
        where = f": {error.text.strip()[:80]!r}" if error.text else ""
        return f"{line}{place} is not Python: {error.msg}{where}"
    return f"{place} cannot be read as Python: {type(error).__name__}"


def _is_player(cell: Cell, assignment: Assignment) -> bool:
    return PLAYER in tags_of(cell) or grade_id(cell) in assignment.player_cells


def is_answer(cell: Cell, assignment: Assignment) -> bool:
    """Whether students write in the cell, and people or the computer mark it."""
    return REPORT in tags_of(cell) or bool(nbgrader_of(cell).get("solution")) or _is_player(cell, assignment)


def graded_ids(cells: Sequence[Cell]) -> list[str]:
    """The grade ids of all cells that nbgrader knows."""
    return [name for cell in cells if (name := grade_id(cell))]


def is_untouched(cell: Cell) -> bool:
    """Whether the cell is as released: nbgrader's checksum of a solution cell still fits."""
    checksum = nbgrader_of(cell).get("checksum")
    digest = hashlib.md5(usedforsecurity=False)
    for part in (text_of(cell), "code", "False", "True", "False", grade_id(cell)):
        digest.update(part.encode("utf-8", "surrogatepass"))
    return bool(checksum == digest.hexdigest())


def decoded(data: bytes, errors: str = "strict") -> str:
    """A file's text, with plain line ends: UTF-16 where it begins with the mark of that, else UTF-8."""
    marked = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    text = data.decode("utf-16" if marked else "utf-8-sig", errors)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _read_text(path: Path) -> str:
    if not path.is_file():
        raise ExtractError(f"{path.name} is no file; hand in the file itself")
    if path.stat().st_size > FILE_LIMIT:
        raise ExtractError(
            f"{path.name} has {path.stat().st_size / 1e6:.0f} MB, and at most {FILE_LIMIT / 1e6:.0f} are read; "
            "clear what its cells show (Edit > Clear Outputs of All Cells), save, and hand in again"
        )
    try:
        return decoded(path.read_bytes())
    except UnicodeDecodeError as error:
        raise ExtractError(f"{path.name} is not UTF-8 text; save it again from JupyterLab") from error
    except OSError as error:
        raise ExtractError(f"{path.name} cannot be opened: {error.strerror or error}") from error
