"""Recording which of a student's notebooks counts, and which of its cells are the player's."""

from __future__ import annotations

import getpass
import shlex
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from playfunc.sites import plain
from playfunc_checks.assignment import Assignment
from playfunc_checks.extract import ExtractError, UndecidedError, read_cells, read_player, written_cells

from playfunc_classroom.groups import require_submission
from playfunc_classroom.intake.notebook_choice import (
    Choice,
    choices_path,
    chosen_files,
    intake_for,
    notebooks_in,
    read_submission,
    upload_digest,
)
from playfunc_classroom.intake.received import attempts
from playfunc_classroom.nbgrader_bridge.course import Course
from playfunc_classroom.policy.overrides import append_lines


def record_selection(
    course: Course, assignment: str, student: str, file: str, who: str, cells: tuple[int, ...] = ()
) -> Choice:
    """Record that `file` counts, with the cells of these numbers as the player if there are any, and return the
    decision. Raises `ValueError`, which says what there is."""
    uploads = _uploads(course, assignment, student, least=1 if cells else 2)
    for notebooks in uploads:
        for path in notebooks:
            if path.name == file:
                _require_player(path, course.assignment(assignment), cells)
                return _record(course, assignment, student, upload_digest(notebooks), file, who, cells)
    names = "; ".join(", ".join(path.name for path in notebooks) for notebooks in uploads)
    raise ValueError(f"{student} handed in no {file!r}; there are {names}")


def _require_player(notebook: Path, assignment: Assignment, cells: tuple[int, ...]) -> None:
    """Raise `ValueError` unless the cells of these numbers make up a player."""
    many = len(read_cells(notebook)) if cells else 0
    if wrong := [number for number in cells if not 1 <= number <= many]:
        raise ValueError(f"{notebook.name} has {many} cells, and no cell {wrong[0]}")
    if cells:
        read_player(notebook, assignment, counted=cells)


def withdraw_selection(course: Course, assignment: str, student: str, who: str) -> Choice:
    """Take back the decision about the latest upload that has one. Raises `ValueError` where there is none."""
    decided = chosen_files(course.root, assignment, student)
    for notebooks in _uploads(course, assignment, student, least=1):
        digest = upload_digest(notebooks)
        if digest in decided:
            return _record(course, assignment, student, digest, None, who)
    raise ValueError(f"there is nothing to withdraw: nobody has chosen a notebook of {student}")


def listed(course: Course, assignment: str, student: str) -> Iterator[str]:
    """A line for each notebook: its name, what was written in it, and whether it was chosen."""
    settings = course.assignment(assignment)
    intake = intake_for(course.root, settings, student)
    decided = intake.chosen
    for notebooks in _uploads(course, assignment, student, least=1):
        choice = decided.get(upload_digest(notebooks))
        for path in notebooks:
            try:
                written = (
                    f"{len(written_cells(path, settings, intake.released))} of the player's cells written"
                )
            except ExtractError as error:
                written = str(error)
            chosen = (
                f"; counts, by {choice.who} on {choice.when[:10]}"
                if choice and choice.file == path.name
                else ""
            )
            yield f"{path.name}: {written}{chosen}"


def why_open(course: Course, assignment: str, student: str, place: str = ".") -> str:
    """Why a submission has no mark before a person has decided what counts, and what to run; nothing where nothing is
    to be decided. `place` is the course's folder as the reader types it."""
    settings = course.assignment(assignment)
    try:
        read_submission(
            course.submission(assignment, student), settings, intake_for(course.root, settings, student)
        )
    except UndecidedError as undecided:
        first, *others = (shlex.quote(plain(file)) for file in undecided.files)
        command = f"playfunc select-notebook {shlex.quote(place)} {assignment} {student} {first}"
        if not undecided.cells:
            ways = f"Read them and select one: {command} (or {', '.join(others)})"
        else:
            cells = ",".join(map(str, undecided.cells))
            several = "" if undecided.cells[1:] else f" (several: 1,{max(2, *undecided.cells)})"
            ways = (
                "Let the student submit again in the notebook that was given out, or select the cells: "
                f"{command} --cells {cells}{several}"
            )
        return f"{plain(undecided.cause)}. {ways}; then run playfunc grade."
    except ExtractError:
        pass  # marking tells what is wrong with it
    return ""


def _uploads(course: Course, assignment: str, student: str, least: int = 2) -> list[list[Path]]:
    """The notebooks of each upload that has at least so many, the one that counts first, then the latest."""
    settings = course.assignment(assignment)
    require_submission(student, course.students(assignment), assignment)
    kept = [folder for _, folder in sorted(attempts(course.root, assignment, student).items(), reverse=True)]
    found = [notebooks_in(folder, settings) for folder in (course.submission(assignment, student), *kept)]
    several = [notebooks for notebooks in found if len(notebooks) >= least]
    if not several:
        names = ", ".join(path.name for path in found[0]) or "no notebook"
        raise ValueError(
            f"there is nothing to select: {student} handed in {names}; give --cells to say which cells are the player's"
        )
    return several


def _record(
    course: Course,
    assignment: str,
    student: str,
    upload: str,
    file: str | None,
    who: str,
    cells: tuple[int, ...] = (),
) -> Choice:
    """`who` is the user of this machine if empty."""
    when = datetime.now(course.settings.zone).isoformat(timespec="seconds")
    choice = Choice(student, upload, file, who or getpass.getuser(), when, cells)
    append_lines(choices_path(course.root, assignment), [choice])
    return choice
