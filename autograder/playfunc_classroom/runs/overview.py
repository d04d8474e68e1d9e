"""The class at a glance, from what a course holds: stored marks, submissions, and the gradebook."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from math import fsum

from playfunc_checks.assignment import Assignment
from playfunc_checks.course import read_secret
from playfunc_checks.extract import ExtractError, written_cells

from playfunc_classroom.intake.uploads import intake_for, pick
from playfunc_classroom.marks import Mark
from playfunc_classroom.nbgrader_bridge import Course
from playfunc_classroom.pages.class_table import Place
from playfunc_classroom.pages.overview import overview_page
from playfunc_classroom.people.groups import group_names
from playfunc_classroom.people.markers import read_markers, read_tutorials, share_out
from playfunc_classroom.policy.late import read_extensions, span


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


# Where each submission of a class stands: group, lateness, marker.


def places_of(course: Course, assignment: str, students: Sequence[str]) -> dict[str, Place]:
    """By student. Raises `SettingsError` for lists that cannot be read."""
    groups = group_names(course.root, assignment)
    lines, tutorials = read_markers(course.root), read_tutorials(course.root)
    markers = share_out(sorted(students), lines, tutorials, read_secret(course.root))
    late = _lateness(course, assignment, students)
    return {
        student: Place(groups.get(student, ""), markers.get(student, ""), *late.get(student, ("", 0)))
        for student in students
    }


def _lateness(course: Course, assignment: str, students: Sequence[str]) -> dict[str, tuple[str, int]]:
    """How late, in words and in minutes; nothing without a due date, or where no time is known."""
    rule = course.assignment(assignment).late
    if rule.due is None:
        return {}
    extensions, zone = read_extensions(course.root, assignment), course.settings.zone
    found = {}
    for student in students:
        moment = course.stamped(course.submission(assignment, student))
        if moment is not None:
            until = max(rule.due, extensions.get(student, rule.due))
            minutes = max(0, math.ceil((moment - until) / timedelta(minutes=1)))
            found[student] = (span(until, moment, zone) if minutes else "in time", minutes)
    return found
