"""Points and comments that people give, in nbgrader's gradebook: the same rows that formgrader reads and writes.

A save names what its marker saw. Where the gradebook holds something else by then, because formgrader or somebody else
changed it, nothing is written and both are told."""

from __future__ import annotations

import hashlib
import json
import math
import os
import sqlite3
import threading
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nbgrader.api import Assignment as AssignmentRow
from nbgrader.api import (
    BaseCell,
    Comment,
    Grade,
    MissingEntry,
    SubmittedAssignment,
    SubmittedNotebook,
    TaskCell,
)
from nbgrader.plugins import CsvExportPlugin
from playfunc.files import write_whole
from playfunc_checks.assignment import Assignment
from playfunc_checks.course_settings import assignment_names
from sqlalchemy import (
    Connection,
    NullPool,
    Select,
    and_,
    bindparam,
    create_engine,
    event,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import DBAPIError

from playfunc_classroom.nbgrader_bridge.course import Course, GradebookError

BUSY_SECONDS = 15
"""How long a writer waits for another one, such as formgrader."""


@dataclass(frozen=True, slots=True)
class Held:
    """What the gradebook holds of one task of a submission. `points` are `None` where none were given."""

    points: float | None
    comment: str
    most: float
    waiting: bool
    """Whether a person is asked for it, also after a change of the answer."""

    @property
    def done(self) -> bool:
        return self.points is not None and not self.waiting

    @property
    def digest(self) -> str:
        """Of what a marker sees, to tell whether it has changed."""
        return hashlib.sha256(repr((self.points, self.comment)).encode()).hexdigest()[:24]


class ChangedError(ValueError):
    """The gradebook does not hold any more what the marker saw: it holds `held`."""

    def __init__(self, held: Held) -> None:
        super().__init__("points or comment were changed meanwhile, in formgrader or in another window")
        self.held = held


class HandMarks:
    """The gradebook of a course. It may be used by several threads, beside formgrader and other programs. Every method
    raises `GradebookError` where it cannot be read or written."""

    def __init__(self, course: Course) -> None:
        self._engine = create_engine(course.directory.db_url, poolclass=NullPool, future=True)
        self._turn = threading.Lock()
        """Writers of this process queue here: SQLite lets those that wait for its lock try again by chance."""
        if self._engine.dialect.name == "sqlite":
            _lock_at_once(self._engine)

    def of_class(self, assignment: str) -> dict[str, dict[str, Held]]:
        """By student and task, of everybody whose submission the gradebook has."""
        found: dict[str, dict[str, Held]] = {}
        with self._connected(writes=False) as connection:
            for row in connection.execute(_OF_CLASS, {"assignment": assignment}):
                found.setdefault(row.student, {})[row.task] = _held(row)
        return found

    def of(self, assignment: str, student: str) -> dict[str, Held]:
        """By task. Empty where there is no such submission."""
        whose = {"assignment": assignment, "student": student}
        with self._connected(writes=False) as connection:
            return {row.task: _held(row) for row in connection.execute(_OF_STUDENT, whose)}

    def size(self) -> int:
        """How many submissions there are in all."""
        with self._connected(writes=False) as connection:
            return connection.scalar(_COUNT) or 0

    def save(
        self,
        assignment: str,
        student: str,
        task: str,
        points: float | None,
        comment: str,
        seen: Callable[[Held], bool] = lambda held: True,
    ) -> Held:
        """Write points and comment, and return what is held now: on disk when this returns. `seen` says whether
        what the gradebook holds is what the marker saw. Raises `ChangedError` where it is not, and `KeyError`
        where there is no such task of a submission."""
        with self._connected(writes=True) as connection:
            return self._save(connection, assignment, (student, task), points, comment, seen)

    def save_all(
        self, assignment: str, changes: Mapping[tuple[str, str], tuple[Held, float | None, str]]
    ) -> None:
        """Write all or nothing: by student and task what was seen, the points and the comment. Raises as `save`."""
        with self._connected(writes=True) as connection:
            for place, (before, points, comment) in changes.items():
                seen = _same_as(before)
                self._save(connection, assignment, place, points, comment, seen, waiting=before.waiting)

    def _save(
        self,
        connection: Connection,
        assignment: str,
        place: tuple[str, str],
        points: float | None,
        comment: str,
        seen: Callable[[Held], bool],
        *,
        waiting: bool = False,
    ) -> Held:
        student, task = place
        which = {"assignment": assignment, "student": student, "task": task}
        row = connection.execute(_TO_SAVE, which).one_or_none()
        if row is None:
            raise KeyError(task)
        held = _held(row)
        if not seen(held):
            raise ChangedError(held)
        if points is not None and not (math.isfinite(points) and 0 <= points <= held.most):
            raise ValueError(f"{task} is worth 0 to {held.most:g} points, and {points:g} were given")
        open_still = waiting or (points is None and row.auto_score is None)
        connection.execute(_GRADE, {"grade": row.grade, "points": points, "waiting": open_still})
        _write_comment(connection, row, comment)
        return Held(points, comment, held.most, open_still)

    @contextmanager
    def _connected(self, *, writes: bool) -> Iterator[Connection]:
        turn = self._turn if writes else nullcontext()
        try:
            with (
                turn,
                self._engine.connect().execution_options(writes=writes) as connection,
                connection.begin(),
            ):
                yield connection
        except DBAPIError as error:
            raise GradebookError("the gradebook cannot be used", str(error.orig)) from error


def _same_as(before: Held) -> Callable[[Held], bool]:
    return lambda held: held.digest == before.digest


def _rows() -> Select[Any]:
    """A row for each task of each submission. That a submitted notebook's grades are of its own cells is said to the
    database too: it finds a row by index then, instead of reading the class's."""
    its_notebook = and_(
        SubmittedNotebook.id == Grade.notebook_id,
        SubmittedNotebook.notebook_id == BaseCell.__table__.c.notebook_id,
    )
    its_comment = and_(Comment.notebook_id == Grade.notebook_id, Comment.cell_id == Grade.cell_id)
    task = TaskCell.__table__
    return (
        select(
            SubmittedAssignment.student_id.label("student"),
            BaseCell.name.label("task"),
            Grade.id.label("grade"),
            Grade.auto_score,
            Grade.manual_score,
            Grade.needs_manual_grade,
            Grade.notebook_id,
            Grade.cell_id,
            task.c.max_score,
            Comment.id.label("comment"),
            Comment.manual_comment,
            Comment.auto_comment,
        )
        .select_from(Grade)
        .join(BaseCell.__table__, BaseCell.__table__.c.id == Grade.cell_id)
        .join(task, task.c.id == Grade.cell_id)
        .join(SubmittedNotebook, its_notebook)
        .join(SubmittedAssignment, SubmittedAssignment.id == SubmittedNotebook.assignment_id)
        .join(AssignmentRow, AssignmentRow.id == SubmittedAssignment.assignment_id)
        .outerjoin(Comment, its_comment)
        .where(AssignmentRow.name == bindparam("assignment"))
    )


# Made once: SQLAlchemy takes longer to make a query than SQLite to answer it.
_OF_CLASS = _rows()
_OF_STUDENT = _OF_CLASS.where(SubmittedAssignment.student_id == bindparam("student"))
_TO_SAVE = _OF_STUDENT.where(BaseCell.name == bindparam("task")).with_for_update(of=Grade)
_GRADE = (
    update(Grade.__table__)
    .where(Grade.__table__.c.id == bindparam("grade"))
    .values(manual_score=bindparam("points"), needs_manual_grade=bindparam("waiting"))
)
_COMMENT = (
    update(Comment.__table__)
    .where(Comment.__table__.c.id == bindparam("comment"))
    .values(manual_comment=bindparam("words"))
)
_NEW_COMMENT = insert(Comment.__table__)
_COUNT = select(func.count()).select_from(SubmittedAssignment)


def _held(row: Any) -> Held:
    said = row.auto_comment if row.manual_comment is None else row.manual_comment
    points = row.auto_score if row.manual_score is None else row.manual_score
    return Held(points, said or "", float(row.max_score), bool(row.needs_manual_grade))


def _write_comment(connection: Connection, row: Any, comment: str) -> None:
    if row.comment is not None:
        connection.execute(_COMMENT, {"comment": row.comment, "words": comment})
        return
    whose = {"id": uuid.uuid4().hex, "notebook_id": row.notebook_id, "cell_id": row.cell_id}
    connection.execute(_NEW_COMMENT, {**whose, "manual_comment": comment})


def _lock_at_once(engine: Any) -> None:
    """A writer takes SQLite's lock before it reads, so that two of them queue instead of failing halfway."""

    @event.listens_for(engine, "connect")
    def connect(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None
        connection.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes", True)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


# A sample marked twice, in plain formgrader: the second marks are an assignment of their own.
#
# Its name is the assignment's with `-second` behind. It has the two tasks alone, so that it never mixes with
# the marks that count, and the second marker does not see the first marker's points.


SUFFIX = "-second"
CALIBRATION = "-calibration-"
"""Between the names of an assignment and of a marker: what everybody marks to compare. Formgrader does not list it."""

NOTE = "Marks given a second time to a sample; formgrader lists them because of this folder.\n"


class MarksThatCount(CsvExportPlugin):  # type: ignore[misc]
    """What `nbgrader export` writes: without second marks, unless it is told their assignment by name."""

    def export(self, gradebook: Any) -> None:
        own = assignment_names(Course.of(self).root)
        names = [each.name for each in gradebook.assignments]
        counting = [
            name for name in names if name in own or not any(counts_nowhere(name, each) for each in own)
        ]
        self.set_trait("assignment", self.trait_values()["assignment"] or counting)
        super().export(gradebook)


def counts_nowhere(name: str, assignment: str) -> bool:
    """Whether the gradebook's assignment `name` holds second or compared marks of this one."""
    return name.startswith((assignment + SUFFIX, assignment + CALIBRATION))


def offer_second(course: Course, assignment: Assignment, students: Iterable[str]) -> list[str]:
    """Put these submissions before a second marker; those that are there already stay. Returns who is new."""
    name = assignment.name + SUFFIX
    folder = course.root / course.directory.step("source") / name
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / "README.txt", NOTE)
    new = []
    with course.gradebook() as gradebook:
        _prepare(gradebook, assignment, name)
        for student in students:
            source = _autograded(course, student, assignment.name) / f"{assignment.notebook}.ipynb"
            if source.exists() and not _is_there(gradebook, name, student):
                gradebook.add_submission(name, student)
                target = _autograded(course, student, name) / source.name
                write_whole(target, _tasks_alone(source.read_text(encoding="utf-8"), assignment))
                os.chmod(target, 0o644)
                new.append(student)
    return new


def calibration_book(assignment: str, marker: str) -> str:
    """The name under which the gradebook has what a marker gives before the shares are marked."""
    return f"{assignment}{CALIBRATION}{marker}"


def offer_calibration(
    course: Course, assignment: Assignment, students: Iterable[str], markers: Iterable[str]
) -> None:
    """Put the same submissions before every marker; those that are there already stay."""
    chosen = list(students)
    with course.gradebook() as gradebook:
        for name in (calibration_book(assignment.name, marker) for marker in markers):
            _prepare(gradebook, assignment, name)
            for student in chosen:
                if not _is_there(gradebook, name, student):
                    gradebook.add_submission(name, student)


def _autograded(course: Course, student: str, assignment: str) -> Path:
    return course.directory.path("autograded", student, assignment)


def _prepare(gradebook: Any, assignment: Assignment, name: str) -> None:
    gradebook.update_or_create_assignment(name)
    gradebook.update_or_create_notebook(assignment.notebook, name)
    for task in assignment.task_cells:
        most = gradebook.find_task_cell(task, assignment.notebook, assignment.name).max_score
        gradebook.update_or_create_task_cell(
            task, assignment.notebook, name, max_score=most, cell_type="markdown"
        )


def _is_there(gradebook: Any, name: str, student: str) -> bool:
    try:
        gradebook.find_submission(name, student)
    except MissingEntry:
        return False
    return True


def _tasks_alone(notebook: str, assignment: Assignment) -> str:
    """The autograded notebook with the tasks as the only cells that take points or comments."""
    content = json.loads(notebook)
    for cell in content["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") not in assignment.task_cells:
            cell["metadata"].pop("nbgrader", None)
    content["metadata"].pop("playfunc", None)
    return json.dumps(content, ensure_ascii=False, indent=1)


def known_students(course: Course) -> set[str]:
    """Everybody in the gradebook."""
    with course.gradebook() as gradebook:
        return {student.id for student in gradebook.students}


def forget_student(course: Course, student: str) -> bool:
    """Remove the student with all submissions, scores and comments; whether there was one. SQLite only marks
    rows as free; the file is then rewritten, so that nothing is left between them."""
    with course.gradebook() as gradebook:
        try:
            gradebook.remove_student(student)
        except MissingEntry:
            return False
    path = course.directory.database
    if path is not None:
        with closing(sqlite3.connect(path)) as database:
            database.execute("VACUUM")
    return True


def gradebook_rows(course: Course, student: str) -> dict[str, Any]:
    """Everything that the gradebook says of the student: person, submissions, scores and comments; empty for nobody."""
    with course.gradebook() as gradebook:
        try:
            found = gradebook.find_student(student)
        except MissingEntry:
            return {}
        return {
            "student": found.to_dict(),
            "submissions": [
                {
                    **submission.to_dict(),
                    "notebooks": [
                        {
                            **notebook.to_dict(),
                            "grades": [grade.to_dict() for grade in notebook.grades],
                            "comments": [comment.to_dict() for comment in notebook.comments],
                        }
                        for notebook in submission.notebooks
                    ],
                }
                for submission in gradebook.student_submissions(student)
            ],
        }
