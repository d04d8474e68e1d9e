"""A student's rows in nbgrader's gradebook: all of them at once, and none any more, to the last byte of its file."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

from nbgrader.api import MissingEntry

from playfunc_classroom.nbgrader_bridge.course import Course


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
    path = course.directory.database
    if path is not None:
        with closing(sqlite3.connect(path)) as database:
            database.execute("VACUUM")
    return True


def gradebook_rows(course: Course, student: str) -> dict[str, Any]:
    """Everything that the gradebook says of the student: person, submissions, scores and comments; empty for nobody."""
    with course._gradebook() as gradebook:
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
