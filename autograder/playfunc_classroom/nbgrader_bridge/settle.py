"""What follows from the whole gradebook, done again whenever it may have changed: due dates and extensions,
late penalties on the full score (nbgrader's own step sees only the computed part), and groups' copies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from playfunc_classroom.nbgrader_bridge.course import Course
from playfunc_classroom.people.groups import read_groups
from playfunc_classroom.policy.late import Penalty, penalty_rule, read_extensions, read_late

__all__ = ["copy_to_groups", "points_off", "settle"]

_COPIED = ("auto_score", "manual_score", "extra_credit")


def settle(course: Course, assignment: str) -> None:
    """Bring due date, extensions and penalties in the gradebook up to date. Raises `SettingsError`."""
    rule = read_late(course.root, assignment)
    if rule.due is None:
        return
    takes_off = penalty_rule(rule, course.root)
    extensions = read_extensions(course.root, assignment)
    with course._gradebook() as gradebook:
        task = gradebook.find_assignment(assignment)
        task.duedate = _naive(rule.due)
        for submission in task.submissions:
            until = extensions.get(submission.student_id, rule.due)
            submission.extension = max(timedelta(0), until - rule.due) or None
        gradebook.db.commit()
        for submission in gradebook.assignment_submissions(assignment):
            _penalise(submission, task.max_score, takes_off)
        gradebook.db.commit()


def points_off(course: Course, assignment: str) -> Callable[[str, Path], float]:
    """(student, folder) → the points that lateness takes off what was handed in there, however few it has."""
    rule, extensions = read_late(course.root, assignment), read_extensions(course.root, assignment)
    takes_off = penalty_rule(rule, course.root)

    @cache
    def worth() -> float:
        with course._gradebook() as gradebook:
            return float(gradebook.find_assignment(assignment).max_score)

    def off(student: str, folder: Path) -> float:
        moment = course.stamped(folder)
        if rule.due is None or moment is None:
            return 0.0
        late = (moment - max(rule.due, extensions.get(student, rule.due))).total_seconds()
        return (takes_off(student, worth(), late) or 0.0) if late > 0 else 0.0

    return off


def _naive(moment: datetime) -> datetime:
    """nbgrader keeps times in UTC without saying so."""
    return moment.astimezone(UTC).replace(tzinfo=None)


def _penalise(submission: Any, worth: float, takes_off: Penalty) -> None:
    seconds = submission.total_seconds_late
    off = takes_off(submission.student_id, worth, seconds) if seconds > 0 else None
    for notebook in submission.notebooks:
        notebook.late_submission_penalty = None if off is None else max(0.0, min(off, notebook.score))


def copy_to_groups(course: Course, assignment: str, marked: Iterable[str]) -> dict[str, str]:
    """Copy scores, comments and penalties of each marked group member to the others: member → who was marked."""
    groups = read_groups(course.root, assignment)
    copied = {
        member: student for student in marked for member in groups.get(student, ()) if member != student
    }
    with course._gradebook() as gradebook:
        for member, student in copied.items():
            _copy(gradebook, assignment, student, member)
        gradebook.db.commit()
    return copied


def _copy(gradebook: Any, assignment: str, student: str, member: str) -> None:
    source = gradebook.find_submission(assignment, student)
    gradebook.update_or_create_student(member)
    target = gradebook.update_or_create_submission(assignment, member, timestamp=source.timestamp)
    target.extension = source.extension
    for ours, theirs in zip(source.notebooks, target.notebooks, strict=True):
        theirs.late_submission_penalty = ours.late_submission_penalty
        held = {grade.name: grade for grade in ours.grades}
        for grade in theirs.grades:
            for name in _COPIED:
                setattr(grade, name, getattr(held[grade.name], name))
            grade.needs_manual_grade = False
        said = {comment.name: comment for comment in ours.comments}
        for comment in theirs.comments:
            comment.auto_comment = said[comment.name].auto_comment
            comment.manual_comment = said[comment.name].manual_comment
