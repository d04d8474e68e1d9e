"""Who marks what of an assignment, how far people are with it, and how well they agree: one page, and text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from playfunc_checks.course_settings import read_secret

from playfunc_classroom.groups import read_groups
from playfunc_classroom.markers import (
    Agreement,
    agreement,
    read_markers,
    read_tutorials,
    second_markers,
    share_out,
    unmatched,
)
from playfunc_classroom.nbgrader_bridge.course import Course
from playfunc_classroom.nbgrader_bridge.gradebook import SUFFIX, HandMarks, Held, offer_second
from playfunc_classroom.pages.report import render
from playfunc_classroom.runs.grade import marked_students

Given = Mapping[str, Mapping[str, float | None]]
"""Points that people gave, by student and task; `None` where they are still asked."""


@dataclass(frozen=True, slots=True)
class Progress:
    """One marker's share: students in their order, how many are done, and the mean points by task."""

    marker: str
    students: tuple[str, ...]
    done: int
    means: Mapping[str, float | None]


def progress_of(share: Mapping[str, str], given: Given, tasks: Sequence[str]) -> list[Progress]:
    """Each marker's progress; `share` holds the marker of each student."""
    found = []
    for marker in dict.fromkeys(share.values()):
        mine = tuple(student for student, who in share.items() if who == marker)
        done = sum(all(given.get(s, {}).get(task) is not None for task in tasks) for s in mine)
        means = {task: _mean([given.get(s, {}).get(task) for s in mine]) for task in tasks}
        found.append(Progress(marker, mine, done, means))
    return found


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None


def agreements(first: Given, second: Given, tasks: Sequence[str]) -> dict[str, Agreement]:
    """The agreement on each task, of what both markers have marked."""
    return {
        task: agreement(
            [
                (one, other)
                for student, points in second.items()
                if (other := points.get(task)) is not None
                and (one := first.get(student, {}).get(task)) is not None
            ]
        )
        for task in tasks
    }


def marking_page(
    title: str,
    tasks: Sequence[str],
    parts: Sequence[tuple[str, Sequence[Progress], Given, Mapping[str, str]]],
    agreed: Mapping[str, Agreement],
) -> str:
    """A whole page. `parts` are a heading, the progress, the points given and each student's address."""
    return render("marking.html", title=title, tasks=tasks, parts=parts, agreed=agreed)


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
    lines, secret, students = read_markers(course.root), read_secret(course.root), sorted(given)
    shares = share_out(students, lines, read_tutorials(course.root), secret)
    first = shares or dict.fromkeys(students, EVERYBODY)
    twice = _tasks(marks.of_class(assignment + SUFFIX), tasks)
    second = {s: m for s, m in second_markers(first, len(first), secret).items() if s in twice}
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


def _tasks(found: Class, tasks: tuple[str, ...]) -> dict[str, dict[str, Held]]:
    """Those of the assignment's settings alone, in their order."""
    return {
        s: {t: held[t] for t in tasks if t in held} for s, held in found.items() if set(tasks) & set(held)
    }
