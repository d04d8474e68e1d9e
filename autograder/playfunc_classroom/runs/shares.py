"""Who marks what of an assignment, and what people gave so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from playfunc_checks.course import read_secret

from playfunc_classroom.nbgrader_bridge import Course
from playfunc_classroom.nbgrader_bridge.by_hand import HandMarks, Held
from playfunc_classroom.nbgrader_bridge.second import SUFFIX, offer_second
from playfunc_classroom.people.groups import read_groups
from playfunc_classroom.people.markers import (
    read_markers,
    read_tutorials,
    second_markers,
    share_out,
    unmatched,
)
from playfunc_classroom.runs.grade import marked_students

EVERYBODY = "everybody"
"""Whose share all submissions are where the course has no `markers.csv`."""

Class = Mapping[str, Mapping[str, Held]]
"""By student and task."""


@dataclass(frozen=True, slots=True)
class Shares:
    """The marker of each student, and of each student of the sample that is marked twice; and what was given."""

    first: Mapping[str, str]
    given: Class
    second: Mapping[str, str]
    twice: Class

    @property
    def markers(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.first.values(), *self.second.values())))


def shares_of(course: Course, assignment: str, marks: HandMarks | None = None) -> Shares:
    """The shares as the lists say, of the submissions that the gradebook has. Copies of a group's marked submission are
    left out. Raises `SettingsError` and `GradebookError`."""
    marks = marks or HandMarks(course)
    tasks = course.assignment(assignment).task_cells
    copies = read_groups(course.root, assignment).keys() - set(marked_students(course, assignment))
    given = {
        student: held
        for student, held in _tasks(marks.of_class(assignment), tasks).items()
        if student not in copies
    }
    first = _first(course, given)
    twice = _tasks(marks.of_class(assignment + SUFFIX), tasks)
    second = {
        s: m for s, m in second_markers(first, len(first), read_secret(course.root)).items() if s in twice
    }
    return Shares(first, given, second, twice)


def without_work(course: Course, shares: Shares) -> list[str]:
    """A sentence for each line of `markers.csv` that matches none of the submissions. Raises `SettingsError`."""
    return unmatched(list(shares.first), read_markers(course.root), read_tutorials(course.root))


def share_again(course: Course, assignment: str, count: int) -> list[str]:
    """Put `count` submissions before a second marker; returns those that are new. Raises as `shares_of`."""
    first = shares_of(course, assignment).first
    return offer_second(
        course, course.assignment(assignment), second_markers(first, count, read_secret(course.root))
    )


def points_of(given: Class) -> dict[str, dict[str, float | None]]:
    """By student and task; `None` where people are still asked."""
    return {s: {t: h.points if h.done else None for t, h in tasks.items()} for s, tasks in given.items()}


def _first(course: Course, given: Class) -> dict[str, str]:
    lines, salt = read_markers(course.root), read_secret(course.root)
    students = sorted(given)
    return share_out(students, lines, read_tutorials(course.root), salt) or dict.fromkeys(students, EVERYBODY)


def _tasks(found: Class, tasks: tuple[str, ...]) -> dict[str, dict[str, Held]]:
    """Those of the assignment's settings alone, in their order."""
    return {
        s: {t: held[t] for t in tasks if t in held} for s, held in found.items() if set(tasks) & set(held)
    }
