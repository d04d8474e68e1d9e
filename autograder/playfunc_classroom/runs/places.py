"""Where each submission of a class stands: group, lateness, marker."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import timedelta

from playfunc_checks.course import read_secret

from playfunc_classroom.nbgrader_bridge import Course
from playfunc_classroom.pages.class_table import Place
from playfunc_classroom.people.groups import group_names
from playfunc_classroom.people.markers import read_markers, read_tutorials, share_out
from playfunc_classroom.policy.late import read_extensions, span

__all__ = ["places_of"]


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
