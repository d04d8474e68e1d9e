"""Taking a student out of nbgrader's gradebook, to the last byte of its file."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from nbgrader.api import MissingEntry

from playfunc_classroom.nbgrader_bridge.course import Course

__all__ = ["forget_student", "known_students"]


def known_students(course: Course) -> set[str]:
    """Everybody in the gradebook."""
    with course._gradebook() as gradebook:
        return {student.id for student in gradebook.students}


def forget_student(course: Course, student: str) -> bool:
    """Remove the student with all submissions, scores and comments; whether there was one.

    SQLite only marks rows as free; the file is then rewritten, so that nothing is left between them.
    """
    with course._gradebook() as gradebook:
        try:
            gradebook.remove_student(student)
        except MissingEntry:
            return False
    path = course.directory.db_url.removeprefix("sqlite:///")
    if path != course.directory.db_url:
        with closing(sqlite3.connect(path)) as database:
            database.execute("VACUUM")
    return True
