"""What goes back to students and systems: totals onto the downloaded sheets, feedback pages and zips."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from playfunc_autograder.grade import marked_students
from playfunc_autograder.lms import filled, read_sheet_file
from playfunc_autograder.nbgrader_bridge import Course, GradebookError, copy_to_groups, settle
from playfunc_autograder.store import write_text

__all__ = ["Exported", "export_sheets", "hand_back_feedback"]


@dataclass(frozen=True, slots=True)
class Exported:
    """The files written, how many marks stand in them, and who has none yet because people are not done."""

    files: tuple[Path, ...]
    marks: int
    unfinished: tuple[str, ...]


def export_sheets(course: Course, assignment: str, column: str, unfinished: bool) -> Exported:
    """Fill every sheet in `downloaded/<assignment>` into `exports/`. Raises `ValueError` without one.

    Who still waits for a marker gets no mark, unless `unfinished`.
    """
    folder = course.root / "downloaded" / assignment
    found = [path for path in sorted(folder.glob("*.csv")) if path.name != "times.csv"]
    if not found:
        raise ValueError(
            "marks go back in the system's own sheet: download Moodle's grading worksheet or Canvas's gradebook "
            f"and name it to `playfunc collect`, or put it into {folder}"
        )
    marked = marked_students(course, assignment)
    settle(course, assignment)
    copied = copy_to_groups(course, assignment, marked)
    totals, most = course.totals(assignment)
    open_ = set() if unfinished else course.waiting(assignment)
    open_ |= {member for member, student in copied.items() if student in open_}
    marks = {student: score for student, score in totals.items() if student not in open_}
    files = []
    for path in found:
        target = course.root / "exports" / f"{assignment}-{path.name}"
        write_text(target, filled(read_sheet_file(path), marks, column, most))
        files.append(target)
    return Exported(tuple(files), len(marks), tuple(sorted(open_)))


def hand_back_feedback(
    course: Course,
    assignment: str,
    students: Sequence[str],
    exchange: bool,
    on_done: Callable[[str], None] = lambda student: None,
) -> tuple[Path, dict[str, str]]:
    """Write feedback for `students` (all who were marked, if none) and their groups, and a zip for each into
    `feedback-zips/<assignment>/`; with `exchange` release it through nbgrader's exchange too.

    Returns that folder, and what nbgrader said where it wrote no feedback. Raises `GradebookError`.
    """
    marked = marked_students(course, assignment)
    if unknown := sorted(set(students) - set(marked)):
        raise ValueError(f"nothing of {', '.join(unknown)} was marked")
    settle(course, assignment)
    members = copy_to_groups(course, assignment, marked)
    zips = course.root / "feedback-zips" / assignment
    trouble = {}
    for student in students or marked:
        try:
            course.feedback(assignment, student)
        except GradebookError as failure:
            trouble[student] = failure.log.strip()[-300:]
            continue
        everybody = [student, *(member for member, by in members.items() if by == student)]
        for name in everybody:
            _copy_and_zip(course, assignment, student, name, zips / f"{name}.zip")
        on_done(student)
    if exchange:
        course.release_feedback(assignment)
    return zips, trouble


def _copy_and_zip(course: Course, assignment: str, student: str, member: str, target: Path) -> None:
    """The feedback of `student` for `member` (the same, or of the same group): as a folder and as a zip."""
    folder = course.feedback_folder(assignment, member)
    if member != student:
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(course.feedback_folder(assignment, student), folder)
    target.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*.html")):
            archive.write(path, path.relative_to(folder))
