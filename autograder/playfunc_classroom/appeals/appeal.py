"""An appeal in a course: the mark played again, and the decision written down and put into the gradebook."""

from __future__ import annotations

import getpass
from collections.abc import Callable, Sequence
from datetime import datetime

from playfunc_checks.assignment import Assignment
from playfunc_checks.course import read_secret
from playfunc_checks.extract import ExtractError, PlayerSource

from playfunc_classroom.appeals.evidence import Evidence, play_again
from playfunc_classroom.intake.uploads import intake_for, read_submission
from playfunc_classroom.marks.store import Mark, make_stamp, mark_path, read_mark, require_confinement
from playfunc_classroom.nbgrader_bridge import Course
from playfunc_classroom.people.handed_in import require_submission
from playfunc_classroom.policy.overrides import Override, add_override, read_overrides

__all__ = ["change_points", "evidence_for", "handed_in_now", "mark_of"]


def mark_of(course: Course, assignment: str, student: str) -> Mark:
    """A student's stored mark. Raises `ValueError` where there is none, or where another one's counts for the group."""
    mark = read_mark(course.root, assignment, student)
    if mark is None and mark_path(course.root, assignment, student).exists():
        raise ValueError(
            f"the mark of {student} for {assignment} cannot be read by this version of playfunc; run playfunc grade "
            "to compute it again, or install the version that wrote it"
        )
    if mark is None:
        course.require_counting(assignment, student)
        require_submission(student, course.students(assignment), assignment)
        raise ValueError(f"there is no mark of {student} for {assignment}; run playfunc grade first")
    return mark


def evidence_for(
    course: Course,
    assignment: str,
    student: str,
    on_progress: Callable[[str, int, int], None] = lambda check, done, total: None,
    allow_unconfined: bool = False,
) -> Evidence:
    """The student's stored mark, played again."""
    settings, mark = course.settings_for(assignment, student), mark_of(course, assignment, student)
    require_confinement(allow_unconfined, programs=settings.programs)
    player = _handed_in(course, assignment, student)
    same = player is not None and _digest_of(player, settings) == mark.stamp.source
    if mark.source and mark.facts is None and not same:
        raise ValueError(
            f"{student}'s player is a program, and what lies in submitted/ is not what was marked; put that back"
        )
    program = player.program if player is not None and same else None
    return play_again(mark, settings, read_secret(course.root), on_progress, program)


def handed_in_now(course: Course, assignment: str, student: str) -> str | None:
    """The digest of the player that lies in `submitted/` now; `None` where none can be read."""
    player = _handed_in(course, assignment, student)
    return None if player is None else _digest_of(player, course.assignment(assignment))


def _handed_in(course: Course, assignment: str, student: str) -> PlayerSource | None:
    settings = course.assignment(assignment)
    try:
        folder = course.submission(assignment, student)
        return read_submission(folder, settings, intake_for(course.root, settings, student))
    except (ExtractError, OSError):
        return None


def _digest_of(player: PlayerSource, settings: Assignment) -> str:
    return make_stamp(player.source, settings, "").source


def change_points(
    course: Course, assignment: str, student: str, cell: str, points: float | None, who: str, why: str
) -> Override:
    """Record a decision, put it into the gradebook, and return it; `points` of `None` withdraws earlier ones.

    Raises `ValueError`, which says what there is, for an unknown student or cell and for too many points, and for a
    member of a group whose marks are copies: they would be lost with the next copy.
    """
    course.require_counting(assignment, student)
    held = course.standing(assignment, student)
    if cell not in held:
        raise ValueError(f"there is no graded cell {cell!r}; there are {', '.join(held)}")
    if points is not None and points > held[cell].most:
        raise ValueError(f"{cell} is worth {held[cell].most:g} points, and {points:g} were given")
    standing = _standing(read_overrides(course.root, assignment), student, cell)
    if points is None and not standing:
        raise ValueError(f"there is nothing to withdraw: {cell} of {student} has no points given by hand")
    mark = read_mark(course.root, assignment, student)
    decision = Override(
        student,
        cell,
        points,
        held[cell].points,
        standing[0].by_hand_before if standing else held[cell].by_hand,
        who or getpass.getuser(),
        datetime.now(course.settings.zone).isoformat(timespec="seconds"),
        why,
        mark.stamp.source if mark else "",
    )
    add_override(course.root, assignment, decision)
    course.give(assignment, student, {cell: decision.by_hand_before if points is None else points})
    return decision


def _standing(decisions: Sequence[Override], student: str, cell: str) -> list[Override]:
    """The decisions about a cell since the last withdrawal."""
    standing: list[Override] = []
    for decision in decisions:
        if (decision.student, decision.cell) == (student, cell):
            standing = [] if decision.points is None else [*standing, decision]
    return standing
