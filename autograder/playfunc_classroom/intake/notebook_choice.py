"""Which notebook of an upload counts, where there are several.

A browser saves a second download as `hearts (1).ipynb`, so an upload may hold the untouched notebook beside the
finished one. What is as released, or the same as another, is left out with a note. Where two remain, a person
decides (`playfunc select-notebook`), and until then the submission stays open.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from playfunc.sites import plain
from playfunc_checks.assignment import Assignment
from playfunc_checks.cells import listed, read_cell, text_of
from playfunc_checks.extract import (
    ExtractError,
    PlayerSource,
    UndecidedError,
    find_notebook,
    is_answer,
    is_untouched,
    read_cells,
    read_player,
    refuse_links,
)
from playfunc_checks.structure import parsed
from playfunc_checks.submitted_player import COMMAND_FILE

from playfunc_classroom.policy.overrides import read_lines

# Which notebook of an upload counts, and which of its cells, where a person had to say so: a file only added to.
#
# `choices/<assignment>.jsonl` in the course holds one decision a line; the last one about an upload counts. It names
# the upload by a digest of its notebooks, so it holds when the same download is collected again, and not for other
# files that are handed in later.


@dataclass(frozen=True, slots=True)
class Choice:
    """One decision. `file` is `None` where an earlier one was withdrawn."""

    student: str
    upload: str
    file: str | None
    who: str
    when: str
    """ISO 8601, in the course's zone and with its offset, to the second."""
    cells: tuple[int, ...] = ()
    """The numbers of the cells that make up the player, from 1; empty where their tags say it."""


def choices_path(course: Path, assignment: str) -> Path:
    return course / "choices" / f"{assignment}.jsonl"


def chosen_files(course: Path, assignment: str, student: str) -> Mapping[str, Choice]:
    """Digest of an upload → the decision that counts for it now. Raises `SettingsError` naming the line that cannot
    be read."""
    choices = read_lines(choices_path(course, assignment), Choice)
    last = {choice.upload: choice for choice in choices if choice.student == student}
    return {upload: choice for upload, choice in last.items() if choice.file is not None}


@dataclass(frozen=True, slots=True)
class Intake:
    """What decides which of a student's notebooks counts: the released notebook and the instructor's choices."""

    released: Path
    chosen: Mapping[str, Choice] = field(default_factory=dict)
    """Digest of an upload → the decision about it."""


@dataclass(frozen=True, slots=True)
class Picked:
    """The file that counts, and a sentence for each that does not."""

    path: Path
    notes: tuple[str, ...] = ()
    cells: tuple[int, ...] = ()
    """The numbers of the notebook's cells that make up the player, where a person has decided that."""


def intake_for(course: Path, assignment: Assignment, student: str) -> Intake:
    """What the course knows for a student's uploads."""
    released = course / "release" / assignment.name / f"{assignment.notebook}.ipynb"
    return Intake(released, chosen_files(course, assignment.name, student))


def read_submission(folder: Path, assignment: Assignment, intake: Intake) -> PlayerSource:
    """The player that was handed in, with notes on notebooks that do not count. Raises `ExtractError`."""
    picked = pick(folder, assignment, intake)
    player = read_player(picked.path, assignment, intake.released, picked.cells)
    return replace(player, notes=(*picked.notes, *player.notes))


def pick(folder: Path, assignment: Assignment, intake: Intake) -> Picked:
    """The file of a submission that counts. Raises `ExtractError`, and `UndecidedError` where a person has to say."""
    if assignment.programs and (folder / COMMAND_FILE).is_file():
        return Picked(find_notebook(folder, assignment))
    notebooks = notebooks_in(folder, assignment)
    refuse_links(folder)
    choice = intake.chosen.get(upload_digest(notebooks)) if intake.chosen else None
    if choice is not None:
        cells = f", with {listed(choice.cells)} as the player" if choice.cells else ""
        others = "; others were handed in with it" if len(notebooks) > 1 else ""
        told = f"{choice.file} counts{cells}, as {choice.who} decided on {choice.when[:10]}{others}."
        return Picked(folder / str(choice.file), (told,), choice.cells)
    if len(notebooks) < 2:
        return Picked(find_notebook(folder, assignment))
    left, notes = _left(notebooks, assignment, intake.released)
    if len(left) > 1:
        raise UndecidedError(
            f"{len(left)} notebooks were handed in, and which one counts is not clear: "
            f"{', '.join(plain(path.name) for path in left)}",
            files=[path.name for path in left],
        )
    return Picked(left[0], notes)


def notebooks_in(folder: Path, assignment: Assignment) -> list[Path]:
    """The notebooks of a submission, the one of the expected name first."""
    found = (path for path in folder.glob("*.ipynb") if not path.name.startswith("."))
    return sorted(found, key=lambda path: (path.stem != assignment.notebook, path.name))


def upload_digest(notebooks: Sequence[Path]) -> str:
    """A digest of the notebooks' names and contents."""
    parts = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()} {path.name}"
        for path in sorted(notebooks)
        if path.is_file()
    ]
    return hashlib.sha256("\n".join(parts).encode("utf-8", "surrogateescape")).hexdigest()[:32]


def _left(
    notebooks: Sequence[Path], assignment: Assignment, released: Path
) -> tuple[list[Path], tuple[str, ...]]:
    """The notebooks that could count, at least one, and a sentence for each other."""
    notes = []
    first: dict[tuple[str, ...], Path] = {}
    for path in notebooks:
        same = first.setdefault(_texts(path), path)
        if same is not path:
            notes.append(f"{path.name} does not count: it is the same as {same.name}.")
    different = list(first.values())
    written = [path for path in different if not _is_stub(path, assignment, released)]
    if written:
        notes += [
            f"{path.name} does not count: its answers are as released."
            for path in different
            if path not in written
        ]
    return written or different[:1], tuple(notes)


def _texts(notebook: Path) -> tuple[str, ...]:
    """What a notebook says, cell by cell; of one that cannot be read its digest."""
    try:
        return tuple(text_of(cell).rstrip() for cell in read_cells(notebook))
    except (ExtractError, OSError):
        return (str(notebook), upload_digest([notebook]))


def _is_stub(notebook: Path, assignment: Assignment, released: Path) -> bool:
    """Whether its answer cells are unchanged."""
    try:
        answers = [cell for cell in read_cells(notebook) if is_answer(cell, assignment)]
    except (ExtractError, OSError):
        return False
    try:
        given = {text_of(cell).rstrip() for cell in read_cells(released) if is_answer(cell, assignment)}
    except (ExtractError, OSError):
        given = set()
    return bool(answers) and all(is_untouched(cell) or text_of(cell).rstrip() in given for cell in answers)


# Whether a student enters the ladder: by an explicit `enter = True` in the notebook's last code cell. The cell is
# read, never run.


NAME = "enter"


def entered(notebook: Path) -> bool:
    """Whether the notebook's last code cell that holds anything says so. Raises `ExtractError` for no notebook."""
    texts = [text_of(cell) for cell in read_cells(notebook) if cell.get("cell_type") == "code"]
    last = next((text for text in reversed(texts) if text.strip()), "")
    return _says_so(last)


def _says_so(text: str) -> bool:
    """The last assignment to the name counts. `true` counts too: JSON and the course's text write it so."""
    tree = parsed(read_cell(text).source)
    if tree is None:
        return False
    said = False
    for statement in tree.body:
        value = _assigned(statement)
        if value is not None:
            constant = isinstance(value, ast.Constant) and value.value is True
            said = constant or (isinstance(value, ast.Name) and value.id == "true")
    return said


def _assigned(statement: ast.stmt) -> ast.expr | None:
    """What is assigned to the name; `None` for other statements."""
    if isinstance(statement, ast.Assign):
        targets: list[ast.expr] = statement.targets
    elif isinstance(statement, ast.AnnAssign):
        targets = [statement.target]
    else:
        return None
    named = any(isinstance(target, ast.Name) and target.id == NAME for target in targets)
    return statement.value if named else None
