"""The students' version of an assignment: nbgrader's release, how to install, playfunc's wheel, and a zip.

Nothing of the instructor's goes out: a release that would hold the course's secret is refused, and so is one
that still holds text between nbgrader's solution marks.
"""

from __future__ import annotations

import re
import shutil
import zipfile
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

from playfunc.files import os_message, write_whole
from playfunc_checks.assignment import Assignment
from playfunc_checks.cells import text_of
from playfunc_checks.course_settings import ASSIGNMENT_FILE, OPPONENTS_FOLDER, SECRET_FILE
from playfunc_checks.extract import graded_ids, read_cells

from playfunc_classroom.archive import WHEELS, needed_wheels
from playfunc_classroom.nbgrader_bridge.course import Course, GradebookError
from playfunc_classroom.public import public_text
from playfunc_classroom.release_checks import ReleaseError, check_agreement, check_solution

ASIDE = ".new"
"""How the folder ends in which a release is built."""

_ERROR = re.compile(r"(?:\w+\.)*\w*(?:Error|Exception|Invalid\w*): ")
"""How the line of a traceback begins that says what went wrong."""

PRIVATE = ("BEGIN SOLUTION", "BEGIN HIDDEN TESTS", "BEGIN MARK SCHEME")


def release_assignment(
    course: Course,
    assignment: str,
    *,
    try_solution: bool = True,
    on_progress: Callable[[str, int, int], None] = lambda check, done, total: None,
) -> Path:
    """Write `release/<assignment>/` and the zip beside it; where the zip is. Both are built aside and put into
    place at the end, after a trial on a copy of the gradebook. Before that notebook, settings and solution are
    checked against each other; `on_progress` is called during the solution's checks.

    Raises `ReleaseError` and `SettingsError`, and then changes nothing.
    """
    settings = course.assignment(assignment)
    source = course.root / "source" / assignment
    check_agreement(course.root, settings)
    refuse_secrets(source, course.root)
    folder = course.root / "release"
    aside = folder / f".{assignment}{ASIDE}"
    if try_solution:
        check_solution(source, settings, on_progress)
    try:
        shutil.rmtree(aside, ignore_errors=True)
        course.release(assignment, aside, trial=True)
        _complete(course, aside / assignment, settings)
        _zip(aside / assignment)
        course.release(assignment, aside / "again")
        _swap(aside, folder, assignment)
    except GradebookError as failure:
        raise ReleaseError(_in_the_way(course, settings, failure)) from failure
    except OSError as error:
        raise ReleaseError(f"{assignment} cannot be released: {os_message(error)}") from error
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    return folder / f"{assignment}.zip"


def _complete(course: Course, folder: Path, assignment: Assignment) -> None:
    """Add to nbgrader's release what else students get."""
    words = (files("playfunc_classroom") / "templates" / "students.md").read_text(encoding="utf-8")
    words = words.replace("NOTEBOOK", f"{assignment.notebook}.ipynb")
    cells = read_cells(folder / f"{assignment.notebook}.ipynb")
    code = [text_of(cell) for cell in cells if cell.get("cell_type") == "code"]
    wheels = needed_wheels(course.root, assignment, code)
    words = words.replace(" OTHERS", "".join(f" ./{wheel.name}" for wheel in wheels))
    from playfunc_classroom.nbgrader_bridge.public import POLICY_FILE

    policy = course.root / POLICY_FILE
    if policy.is_file():
        shutil.copyfile(policy, folder / POLICY_FILE)
        words += f"\nWhat counts as your own work, and how to name sources and help: {POLICY_FILE}.\n"
    write_whole(folder / "README.md", words)
    write_whole(folder / ASSIGNMENT_FILE, public_text(assignment))
    for opponent in assignment.opponents:
        if opponent.source and opponent.published:
            write_whole(folder / OPPONENTS_FOLDER / f"{opponent.name}.py", opponent.source)
    ours = sorted((course.root / WHEELS).glob("playfunc-*.whl"))[-1:]
    for wheel in (*ours, *wheels):
        shutil.copyfile(wheel, folder / wheel.name)
    refuse_secrets(folder, course.root, PRIVATE)


def _swap(aside: Path, folder: Path, assignment: str) -> None:
    """Put the built folder and its zip into the place of the old ones."""
    old = aside / "old"
    target = folder / assignment
    if target.exists():
        target.rename(old)
    (aside / assignment).rename(target)
    (aside / f"{assignment}.zip").replace(folder / f"{assignment}.zip")


def _in_the_way(course: Course, assignment: Assignment, failure: GradebookError) -> str:
    """In a sentence why nbgrader did not make the release, and what to do."""
    name = assignment.name
    if failure.busy:
        return f"{name} was not released: another program is using the gradebook; close it, and try again"
    if "are submissions associated with it" in failure.log:
        return (
            f"{name} was not released, and nothing was changed: submissions were marked with other cells of the "
            f"notebook than it has now ({_cells_that_differ(course, assignment)}); put the cells back as they were, "
            "or release the new notebook in a course of its own"
        )
    lines = [line.strip() for line in failure.log.splitlines() if _ERROR.match(line.strip())]
    why = _ERROR.sub("", lines[0]) if lines else str(failure)
    return f"{name} was not released, and nothing was changed: {why}"


def _cells_that_differ(course: Course, assignment: Assignment) -> str:
    """The grade ids that only the gradebook or only the source has."""
    before = {cell.name for cell in course.cells(assignment.name, assignment.notebook)}
    path = course.root / "source" / assignment.name / f"{assignment.notebook}.ipynb"
    now = set(graded_ids(read_cells(path)))
    parts = (("new", now - before), ("gone", before - now))
    told = [f"{word}: {', '.join(sorted(names))}" for word, names in parts if names]
    return "; ".join(told) or "their kinds have changed"


def refuse_secrets(folder: Path, course: Path, words: tuple[str, ...] = ()) -> None:
    """Raise `ReleaseError` when a file in `folder` is the course's secret, holds it, or holds one of `words`."""
    path = course / SECRET_FILE
    secret = path.read_text(encoding="utf-8").strip() if path.exists() else ""
    for file in sorted(p for p in folder.rglob("*") if p.is_file()):
        where = "/".join(part for part in file.relative_to(course).parts if not part.endswith(ASIDE))
        content = file.read_bytes()
        if file.name == SECRET_FILE or (secret and secret.encode() in content):
            raise ReleaseError(f"{where} holds the course's secret, from which deals are drawn; take it out")
        for word in words:
            if file.suffix == ".ipynb" and word.encode() in content:
                raise ReleaseError(f"{where} still holds {word!r}; nbgrader should have taken it out")


def _zip(folder: Path) -> None:
    """A zip with everything in one folder of the assignment's name, the same to the byte each time."""
    with zipfile.ZipFile(folder.with_suffix(".zip"), "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(p for p in folder.rglob("*") if p.is_file()):
            info = zipfile.ZipInfo(
                f"{folder.name}/{path.relative_to(folder).as_posix()}", (1980, 1, 1, 0, 0, 0)
            )
            info.external_attr = 0o644 << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, path.read_bytes())
