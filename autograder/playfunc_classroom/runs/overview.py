"""The class at a glance, from what a course holds: stored marks, submissions, and the gradebook."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from math import fsum

from playfunc_checks.assignment import Assignment
from playfunc_checks.extract import ExtractError, written_cells

from playfunc_classroom.intake.uploads import intake_for, pick
from playfunc_classroom.marks.store import Mark
from playfunc_classroom.nbgrader_bridge import Course
from playfunc_classroom.pages.overview import overview_page

__all__ = ["class_overview"]


def class_overview(course: Course, assignment: Assignment, marks: Sequence[Mark]) -> str:
    """The page of `playfunc_classroom.pages.overview`, with the marks that people have given so far."""
    standing = course.class_standing(assignment.name)
    done = {
        student: fsum(held.points or 0.0 for held in cells.values())
        for student, cells in standing.items()
        if cells and not any(held.waiting for held in cells.values())
    }
    most = max((fsum(held.most for held in cells.values()) for cells in standing.values()), default=0.0)
    return overview_page(marks, assignment, _written(course, assignment, marks), done, most)


def _written(course: Course, assignment: Assignment, marks: Sequence[Mark]) -> dict[str, frozenset[str]]:
    """The player's cells that each student changed; nothing of those whose notebook cannot be read."""
    found = {}
    for mark in marks:
        with suppress(ExtractError, OSError):
            intake = intake_for(course.root, assignment, mark.student)
            notebook = pick(course.submission(assignment.name, mark.student), assignment, intake).path
            if notebook.suffix == ".ipynb":
                found[mark.student] = written_cells(notebook, assignment, intake.released)
    return found
