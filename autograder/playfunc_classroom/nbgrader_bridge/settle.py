"""What follows from the whole gradebook, done again whenever it may have changed: due dates and extensions,
late penalties on the full score (nbgrader's own step sees only the computed part), and groups' copies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from playfunc_checks.assignment import BEATS
from playfunc_checks.settings import SettingsError

from playfunc_classroom.groups import read_groups
from playfunc_classroom.nbgrader_bridge.course import Course
from playfunc_classroom.policy.late import Penalty, penalty_rule, read_extensions, read_late

_COPIED = ("auto_score", "manual_score", "extra_credit")


def points_changed(course: Course, assignment: str) -> dict[str, tuple[float, float]]:
    """The cells that the settings give other points than the gradebook has: by grade id the points then and now.

    Nothing before the release. Raises `SettingsError` where settings and released notebook differ in which cells are
    marked.
    """
    held = course.worth(assignment)
    if not held:
        return {}
    settings = course.assignment(assignment)
    now = {
        **{each.name: each.points for each in settings.checks},
        **{f"{BEATS}{each.name}": each.points for each in settings.opponents},
        **{each.cell: each.points for each in settings.tasks},
    }
    if missing := sorted(cell for cell, points in now.items() if points and cell not in held):
        raise SettingsError(
            f"the settings of {assignment} give points for {', '.join(missing)}, and the released notebook has no such "
            f"cell; add it to the notebook in source/, then run: playfunc release . {assignment}"
        )
    if left := sorted(cell for cell, points in held.items() if points and cell not in now):
        raise SettingsError(
            f"the released notebook of {assignment} has points for {', '.join(left)}, and the settings have none; "
            f"add them to the settings, or take the cell out and run: playfunc release . {assignment}"
        )
    return {
        cell: (held[cell], points) for cell, points in now.items() if cell in held and held[cell] != points
    }


def settle_points(course: Course, assignment: str) -> dict[str, tuple[float, float]]:
    """Let the gradebook's cells be worth what the settings say; returns what changed as `points_changed` does.

    Points that people gave stay. Where a cell is worth less than that now, they are asked again.
    """
    from playfunc_classroom.nbgrader_bridge.gradebook import counts_nowhere

    changed = points_changed(course, assignment)
    if changed:
        with course.gradebook() as gradebook:
            for book in gradebook.assignments:
                if book.name == assignment or counts_nowhere(book.name, assignment):
                    _make_worth(book, {cell: now for cell, (_, now) in changed.items()})
            gradebook.db.commit()
    return changed


def _make_worth(book: Any, points: Mapping[str, float]) -> None:
    for notebook in book.notebooks:
        for cell in (*notebook.grade_cells, *notebook.task_cells):
            if cell.name in points:
                cell.max_score = points[cell.name]
                for grade in cell.grades:
                    if grade.manual_score is not None and grade.manual_score > cell.max_score:
                        grade.needs_manual_grade = True
        graded = {cell.name for cell in notebook.grade_cells}
        answers = {cell.name for cell in notebook.solution_cells}
        for cell in notebook.source_cells:
            if cell.name in graded and cell.name in points:
                cell.checksum = _checksum(cell, points[cell.name], solution=cell.name in answers)


def _checksum(cell: Any, points: float, *, solution: bool) -> str:
    """nbgrader's checksum of a graded cell, which covers its points; it refuses a notebook where another is kept."""
    import nbformat
    from nbgrader.utils import compute_checksum

    about = {
        "grade_id": cell.name,
        "grade": True,
        "solution": solution,
        "locked": cell.locked,
        "points": points,
    }
    whole = {"cell_type": cell.cell_type, "source": cell.source, "metadata": {"nbgrader": about}}
    checksum: str = compute_checksum(nbformat.from_dict(whole))
    return checksum


def settle(course: Course, assignment: str) -> None:
    """Bring points, due date, extensions and penalties in the gradebook up to date. Raises `SettingsError`."""
    settle_points(course, assignment)
    rule = read_late(course.root, assignment)
    if rule.due is None:
        return
    takes_off = penalty_rule(rule, course.root, course.settings.zone)
    extensions = read_extensions(course.root, assignment)
    with course._gradebook() as gradebook:
        task = gradebook.find_assignment(assignment)
        task.duedate = _naive(rule.due)
        for submission in task.submissions:
            until = extensions.get(submission.student_id, rule.due)
            submission.extension = max(timedelta(0), until - rule.due) or None
        gradebook.db.commit()
        for submission in gradebook.assignment_submissions(assignment):
            until = max(rule.due, extensions.get(submission.student_id, rule.due))
            _penalise(submission, task.max_score, until, takes_off)
        gradebook.db.commit()


def points_off(course: Course, assignment: str) -> Callable[[str, Path], float]:
    """(student, folder) → the points that lateness takes off what was handed in there, however few it has."""
    rule, extensions = read_late(course.root, assignment), read_extensions(course.root, assignment)
    takes_off = penalty_rule(rule, course.root, course.settings.zone)

    @cache
    def worth() -> float:
        with course._gradebook() as gradebook:
            return float(gradebook.find_assignment(assignment).max_score)

    def off(student: str, folder: Path) -> float:
        moment = course.stamped(folder)
        if rule.due is None or moment is None:
            return 0.0
        until = max(rule.due, extensions.get(student, rule.due))
        return (takes_off(student, worth(), until, moment) or 0.0) if moment > until else 0.0

    return off


def _naive(moment: datetime) -> datetime:
    """nbgrader keeps times in UTC without saying so."""
    return moment.astimezone(UTC).replace(tzinfo=None)


def _penalise(submission: Any, worth: float, until: datetime, takes_off: Penalty) -> None:
    moment = submission.timestamp and submission.timestamp.replace(tzinfo=UTC)
    off = takes_off(submission.student_id, worth, until, moment) if moment and moment > until else None
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
