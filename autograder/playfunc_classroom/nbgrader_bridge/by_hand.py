"""Points and comments that people give, in nbgrader's gradebook: the same rows that formgrader reads and writes.

A save names what its marker saw. Where the gradebook holds something else by then, because formgrader or somebody else
changed it, nothing is written and both are told.
"""

from __future__ import annotations

import hashlib
import math
import sqlite3
import threading
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any

from nbgrader.api import (
    Assignment,
    BaseCell,
    Comment,
    Grade,
    SubmittedAssignment,
    SubmittedNotebook,
    TaskCell,
)
from sqlalchemy import Connection, NullPool, Select, and_, create_engine, event, func, insert, select, update
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
            for row in connection.execute(_rows(assignment)):
                found.setdefault(row.student, {})[row.task] = _held(row)
        return found

    def of(self, assignment: str, student: str) -> dict[str, Held]:
        """By task. Empty where there is no such submission."""
        asked = _rows(assignment).where(SubmittedAssignment.student_id == student)
        with self._connected(writes=False) as connection:
            return {row.task: _held(row) for row in connection.execute(asked)}

    def size(self) -> int:
        """How many submissions there are in all."""
        with self._connected(writes=False) as connection:
            return connection.scalar(select(func.count()).select_from(SubmittedAssignment)) or 0

    def save(
        self,
        assignment: str,
        student: str,
        task: str,
        points: float | None,
        comment: str,
        seen: Callable[[Held], bool] = lambda held: True,
    ) -> Held:
        """Write points and comment, and return what is held now: on disk when this returns. `seen` says whether what
        the gradebook holds is what the marker saw.

        Raises `ChangedError` where it is not, and `KeyError` where there is no such task of a submission.
        """
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
        asked = _rows(assignment).where(SubmittedAssignment.student_id == student, BaseCell.name == task)
        row = connection.execute(asked.with_for_update(of=Grade)).one_or_none()
        if row is None:
            raise KeyError(task)
        held = _held(row)
        if not seen(held):
            raise ChangedError(held)
        if points is not None and not (math.isfinite(points) and 0 <= points <= held.most):
            raise ValueError(f"{task} is worth 0 to {held.most:g} points, and {points:g} were given")
        open_still = waiting or (points is None and row.auto_score is None)
        values = {"manual_score": points, "needs_manual_grade": open_still}
        connection.execute(update(Grade).where(Grade.id == row.grade).values(values))
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


def _rows(assignment: str) -> Select[Any]:
    """A row for each task of each submission."""
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
        .join(SubmittedNotebook, SubmittedNotebook.id == Grade.notebook_id)
        .join(SubmittedAssignment, SubmittedAssignment.id == SubmittedNotebook.assignment_id)
        .join(Assignment, Assignment.id == SubmittedAssignment.assignment_id)
        .outerjoin(Comment, its_comment)
        .where(Assignment.name == assignment)
    )


def _held(row: Any) -> Held:
    said = row.auto_comment if row.manual_comment is None else row.manual_comment
    points = row.auto_score if row.manual_score is None else row.manual_score
    return Held(points, said or "", float(row.max_score), bool(row.needs_manual_grade))


def _write_comment(connection: Connection, row: Any, comment: str) -> None:
    if row.comment is not None:
        connection.execute(update(Comment).where(Comment.id == row.comment).values(manual_comment=comment))
        return
    whose = {"id": uuid.uuid4().hex, "notebook_id": row.notebook_id, "cell_id": row.cell_id}
    connection.execute(insert(Comment).values(**whose, manual_comment=comment))


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
