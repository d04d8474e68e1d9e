"""What would go wrong with an assignment, in sentences that end with what to do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from playfunc_checks.assignment import Assignment
from playfunc_checks.marking import total

from playfunc_classroom.marks.store import Mark
from playfunc_classroom.nbgrader_bridge import Course
from playfunc_classroom.people.groups import read_groups
from playfunc_classroom.policy.late import read_extensions
from playfunc_classroom.rehearsal.synthetic import MadeUp
from playfunc_classroom.runs.summary import GATES

__all__ = ["in_marks", "in_settings", "worth_knowing"]

FEW_DEALS = 50


def in_settings(course: Course, assignment: Assignment, now: datetime) -> Iterator[str]:
    """What is wrong with the dates, and with the lists of students in `course`, which is the real one."""
    due, openings = assignment.late.due, assignment.show_deals_after or ()
    if due is not None and due <= now:
        yield f"The due date {due:%Y-%m-%d %H:%M} has passed: set late.due of this term."
    last = max([due, *read_extensions(course.root, assignment.name).values()], default=None) if due else None
    if last is not None and any(opening < last for opening in openings):
        yield (
            f"The deals are opened on {openings[0]:%Y-%m-%d %H:%M}, before the last extension ends on "
            f"{last:%Y-%m-%d %H:%M}: set show_deals_after to a later time."
        )
    if course.settings.zone_guessed:
        yield (
            f"The time zone {course.settings.zone} is a guess from a computer: set timezone in playfunc.toml, "
            "and delete timezone_guessed."
        )
    read_groups(course.root, assignment.name)  # raises what is wrong with it


def worth_knowing(course: Course, assignment: Assignment) -> Iterator[str]:
    """What an instructor may have forgotten."""
    if assignment.late.due is None:
        yield "There is no due date (late.due in playfunc.toml): nothing is late."
    if not any((course.root / "wheels").glob("playfunc-*.whl")):
        yield "wheels/ holds no wheel of playfunc: students have to install it from elsewhere."
    if assignment.deals < FEW_DEALS:
        yield f"Only {assignment.deals} deals are played. Below {FEW_DEALS} luck decides much; 200 are usual."


def in_marks(
    marks: Sequence[Mark], students: Sequence[MadeUp], assignment: Assignment, trouble: Mapping[str, str]
) -> Iterator[str]:
    """Where marking broke, or did not find what is certain of a made-up submission."""
    known = {each.student: each for each in students}
    for student, why in trouble.items():
        yield f"The mark of {_told(known, student)} was not entered: {why}"
    for mark in marks:
        made_up = known[mark.student]
        for result in mark.results:
            wanted = made_up.expects.get(result.check) if result.check in GATES else None
            if result.verdict.value == "broken":
                yield f"The check {result.check} itself broke for {_told(known, mark.student)}: {_last(result.detail)}"
            elif wanted is not None and result.verdict.value != wanted:
                yield (
                    f"{result.check} should be {wanted} for {_told(known, mark.student)}, and is "
                    f"{result.verdict.value}: {result.got or result.reason or 'see its report'}"
                )
        if made_up.about == "the notebook as released" and total(mark.points):
            yield f"The notebook as released already gets {total(mark.points):g} points: check what it holds."


def _told(known: Mapping[str, MadeUp], student: str) -> str:
    return f"{student} ({known[student].about})" if student in known else student


def _last(text: str) -> str:
    return next(iter(reversed(text.strip().splitlines())), "no reason was given")
