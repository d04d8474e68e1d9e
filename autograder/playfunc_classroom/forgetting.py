"""Taking one student out of a course folder: every file and line that names the id.

    a file or folder with the id in its name       deleted
    the student's row of a downloaded sheet        taken out
    a row or line of another .csv, .jsonl, .log or .txt file that names the id: taken out
    an entry of a JSON list or object              taken out
    a report, zip or text that is written again    deleted
    anything else                                  left, and named, for the instructor to decide

The id counts as a whole word: forgetting `ann` leaves `anna` and `ann-2` alone. What is not taken out of a file of
rows or lines keeps every byte. The gradebook is nbgrader's, and `nbgrader_bridge.forget` empties it.

`plan_to_forget` only looks; `carry_out` does what it found."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from playfunc.files import write_whole

from playfunc_classroom.intake.received import remember_forgotten
from playfunc_classroom.nbgrader_bridge.course import Course
from playfunc_classroom.nbgrader_bridge.gradebook import forget_student, gradebook_rows
from playfunc_classroom.personal_data import (
    WRITTEN_AGAIN,
    Share,
    SheetRows,
    everybody_in,
    files_below,
    names_of,
    rows_of,
    share_of,
)
from playfunc_classroom.pseudonyms import names_it
from playfunc_classroom.runs.grade import write_class_pages


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be deleted and changed, and what names the student and stays."""

    deleted: tuple[Path, ...]
    changed: Mapping[Path, Share]
    """Files of which a part goes, with that part and the rest."""
    left: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What was done, as paths below the course: deleted, changed, and what still names the student."""

    deleted: tuple[str, ...]
    changed: tuple[str, ...]
    left: tuple[str, ...]


def plan_to_forget(course: Path, student: str, others: Iterable[str], sheets: SheetRows) -> Plan:
    """How to take the student out of every file below `course` but the gradebook; `others` are the other students."""
    named = names_it(student, others)
    deleted: list[Path] = []
    changed: dict[Path, Share] = {}
    left: list[Path] = []

    def passed_over(path: Path) -> bool:
        theirs = named(path.name) and path.parent != course
        if theirs:
            deleted.append(path)
        return theirs or path.name == "gradebook.db"

    for path in files_below(course, passed_over):
        again = path.relative_to(course).parts[0] in WRITTEN_AGAIN
        if again and path.suffix == ".zip":
            deleted.append(path)
            continue
        share = share_of(path, named, sheets)
        if isinstance(share, Share):
            changed[path] = share
        elif share:
            (deleted if again and path.suffix != ".csv" else left).append(path)
    return Plan(tuple(deleted), changed, tuple(left))


def carry_out(plan: Plan, course: Path) -> Forgotten:
    """Delete and change what the plan says."""
    for path in plan.deleted:
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    for path, share in plan.changed.items():
        write_whole(path, share.rest)
    paths = (plan.deleted, plan.changed, plan.left)
    return Forgotten(*(tuple(path.relative_to(course).as_posix() for path in each) for each in paths))


MAY_SHOW = ("*/gallery.html", "*/ladder.csv", "*-similarity.html")
"""Reports that may show the student's work without the id, or say who they are on the ladder."""


@dataclass(frozen=True, slots=True)
class ForgetEverywhere:
    """Everything that forgetting a student does in a course."""

    student: str
    gradebook: int
    """Submissions that leave the gradebook."""
    files: Plan
    written_again: tuple[str, ...]
    """Assignments whose class pages are written again."""
    names: frozenset[str]
    """What downloads know the student by; digests of them are kept."""

    def lines(self, course: Path) -> list[str]:
        """The whole of it, a line for each thing."""

        def relative(path: Path) -> str:
            return path.relative_to(course).as_posix()

        return [
            f"gradebook.db: {self.gradebook} submissions with their scores and comments",
            *(f"delete {relative(path)}" for path in self.files.deleted),
            *(
                f"take {len(each.theirs)} out of {relative(path)}"
                for path, each in self.files.changed.items()
            ),
            *(f"write reports/{name} again" for name in self.written_again),
            *(f"leave {relative(path)}, which names the student" for path in self.files.left),
        ]


def plan_everywhere(course: Course, student: str) -> ForgetEverywhere:
    """What forgetting would do; nothing is changed. Raises `ValueError` for an id that nobody in the course has."""
    assignments = course.settings.assignments
    everybody = everybody_in(course)
    mapping = course.settings.sheet
    rows = rows_of(course.root, student, mapping)
    if student not in everybody and not any(rows.values()):
        raise ValueError(f"nobody in this course has the id {student!r}")
    marked = [name for name in assignments if (course.root / "reports" / name).is_dir()]
    files = plan_to_forget(course.root, student, everybody, rows)
    shown = [path for each in MAY_SHOW for path in sorted((course.root / "reports").glob(each))]
    return ForgetEverywhere(
        student,
        len(gradebook_rows(course, student).get("submissions", ())),
        Plan(
            tuple(dict.fromkeys((*files.deleted, *shown))),
            {path: share for path, share in files.changed.items() if path not in shown},
            tuple(path for path in files.left if path not in shown),
        ),
        tuple(marked),
        names_of(course.root, student, mapping),
    )


def forget_everywhere(course: Course, student: str) -> Forgotten:
    """Remove all that names the student. Raises `ValueError` for an id that nobody in the course has."""
    plan = plan_everywhere(course, student)
    remember_forgotten(course.root, sorted(plan.names), datetime.now(UTC))
    forget_student(course, student)
    done = carry_out(plan.files, course.root)
    for name in plan.written_again:
        if course.students(name):
            write_class_pages(course, name)
    return done
