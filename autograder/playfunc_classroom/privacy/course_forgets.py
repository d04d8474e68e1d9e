"""`forget` over a whole course: the gradebook, the files, and the class's pages written again without."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from playfunc_classroom.intake.forgotten import remember_forgotten
from playfunc_classroom.nbgrader_bridge import Course, forget_student, gradebook_rows, known_students
from playfunc_classroom.privacy.forgetting import Forgotten, Plan, carry_out, plan_to_forget
from playfunc_classroom.privacy.sheets import names_of, rows_of
from playfunc_classroom.runs.grade import write_class_pages

__all__ = ["ForgetEverywhere", "forget_everywhere", "plan_everywhere"]

MAY_SHOW = ("gallery.html", "ladder.csv")
"""Reports that may show the student's work without the id, or say who they are on the ladder."""


@dataclass(frozen=True, slots=True)
class ForgetEverywhere:
    """Everything that forgetting a student does in a course."""

    student: str
    gradebook: int
    """Submissions that leave the gradebook."""
    files: Plan
    reports: tuple[Path, ...]
    """Reports about the class that are deleted."""
    written_again: tuple[str, ...]
    """Assignments whose class pages are written again."""
    names: frozenset[str]
    """What downloads know the student by; digests of them are kept."""

    def lines(self, course: Path) -> list[str]:
        """The whole of it, a line for each thing."""

        def told(path: Path) -> str:
            return path.relative_to(course).as_posix()

        return [
            f"gradebook.db: {self.gradebook} submissions with their scores and comments",
            *(f"delete {told(path)}" for path in (*self.files.deleted, *self.reports)),
            *(f"take {change.gone} out of {told(change.path)}" for change in self.files.changed),
            *(f"write reports/{name} again" for name in self.written_again),
            *(f"leave {told(path)}, which names the student" for path in self.files.left),
        ]


def plan_everywhere(course: Course, student: str) -> ForgetEverywhere:
    """What forgetting would do; nothing is changed. Raises `ValueError` for an id that nobody in the course has."""
    assignments = course.settings.assignments
    handed_in = {name for assignment in assignments for name in course.students(assignment)}
    everybody = handed_in | known_students(course)
    mapping = course.settings.sheet
    rows = rows_of(course.root, student, mapping)
    if student not in everybody and not any(rows.values()):
        raise ValueError(f"nobody in this course has the id {student!r}")
    marked = [name for name in assignments if (course.root / "reports" / name).is_dir()]
    reports = (course.root / "reports" / name / file for name in marked for file in MAY_SHOW)
    return ForgetEverywhere(
        student,
        len(gradebook_rows(course, student).get("submissions", ())),
        plan_to_forget(course.root, student, everybody, rows),
        tuple(path for path in reports if path.exists()),
        tuple(marked),
        names_of(course.root, student, mapping),
    )


def forget_everywhere(course: Course, student: str) -> Forgotten:
    """Remove all that names the student. Raises `ValueError` for an id that nobody in the course has."""
    plan = plan_everywhere(course, student)
    remember_forgotten(course.root, sorted(plan.names), datetime.now(UTC))
    forget_student(course, student)
    done = carry_out(plan.files, course.root)
    for path in plan.reports:
        path.unlink(missing_ok=True)
    for name in plan.written_again:
        if course.students(name):
            write_class_pages(course, name)
    return done
