"""Marks into the gradebook, one after another: other programs may be using it, so wait for them, and try again. Then
what follows from the whole of it."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from playfunc.files import write_whole
from playfunc_checks.assignment import BEATS, Assignment
from playfunc_checks.extract import ExtractError, UndecidedError, read_notebook, with_player
from playfunc_checks.settings import SettingsError

from playfunc_classroom.groups import read_groups
from playfunc_classroom.intake.notebook_choice import Intake, Picked, intake_for, pick, read_submission
from playfunc_classroom.marks import ENTERING, Mark
from playfunc_classroom.nbgrader_bridge.course import Course, GradebookError
from playfunc_classroom.policy.late import penalty_rule, read_extensions, read_late
from playfunc_classroom.policy.overrides import overrides_by_cell, read_overrides

BUSY = (
    "another program is using the gradebook (formgrader, or nbgrader itself) and did not let go of it; "
    "the mark is kept, run the same command again"
)

_TRIES = 3
"""Another program may come in between looking and writing."""

_POLL = 0.1


class Patience:
    """The seconds that a whole run may wait for other programs. Waiting is done in small steps, so that
    Ctrl-C is heard; `on_wait` is called once, when waiting begins."""

    def __init__(self, seconds: float, on_wait: Callable[[], None] = lambda: None) -> None:
        self._left = seconds
        self._on_wait = on_wait
        self._told = False

    def wait(self, course: Course) -> bool:
        """Wait until no other program uses the gradebook; whether that happened in time."""
        while course.is_busy():
            if self._left <= 0:
                return False
            if not self._told:
                self._told = True
                self._on_wait()
            time.sleep(_POLL)
            self._left -= _POLL
        return True


def enter(course: Course, assignment: Assignment, mark: Mark, patience: Patience) -> str:
    """Give a mark to the gradebook unless it has it already; what went wrong, or nothing."""
    for _ in range(_TRIES):
        if not patience.wait(course):
            return BUSY
        try:
            return _enter(course, assignment, mark)
        except GradebookError as failure:
            if not failure.busy:
                return f"nbgrader refused the submission: {_last_line(failure.log)}"
        except Exception as error:
            return f"the gradebook could not be reached: {type(error).__name__}: {error}"
    return BUSY


def _enter(course: Course, assignment: Assignment, mark: Mark) -> str:
    name, student = assignment.name, mark.student
    if not (course.has_entered(name, mark) and _agrees(course, name, mark)):
        with as_expected(course, assignment, student) as submitted:
            if submitted is not None:
                course.autograde(name, student, submitted)
            else:
                course.enter_missing(name, student, mark.points)
    _give_again(course, name, mark)
    return "" if _agrees(course, name, mark) else "the gradebook holds other points than were computed"


def _agrees(course: Course, name: str, mark: Mark) -> bool:
    held = course.scores(name, mark.student)
    return all(held.get(grade_id) == points for grade_id, points in mark.points.items())


def _give_again(course: Course, name: str, mark: Mark) -> None:
    """Put points given by hand into the gradebook where it does not hold them (it may be a new one). Those that
    were given for another submission stay as the gradebook has them: people are asked again."""
    given = overrides_by_cell(read_overrides(course.root, name), mark.student)
    now = {cell: o.points or 0.0 for cell, o in given.items() if o.source == mark.stamp.source}
    held = course.standing(name, mark.student) if now else {}
    counting = {cell: min(points, held[cell].most) for cell, points in now.items() if cell in held}
    missing = {cell: points for cell, points in counting.items() if held[cell].by_hand != points}
    if missing:
        course.give(name, mark.student, missing)


@contextmanager
def as_expected(course: Course, assignment: Assignment, student: str) -> Iterator[Path | None]:
    """The folder of submissions from which nbgrader takes this one, with one notebook, of the expected name: a copy
    where another was handed in, so that what was handed in stays as it is. `None` where no notebook counts."""
    folder = course.submission(assignment.name, student)
    expected = f"{assignment.notebook}.ipynb"
    intake = intake_for(course.root, assignment, student)
    picked = _picked(folder, assignment, intake)
    if picked is None:
        yield None
        return
    counts = picked.path
    if counts == folder / expected and len(list(folder.glob("*.ipynb"))) == 1 and not picked.cells:
        yield folder.parents[1]
        return
    if counts.suffix != ".ipynb":
        own = folder / expected
        released = course.root / course.directory.step("release") / assignment.name / expected
        counts = own if own.is_file() else released
    scratch = course.root / ENTERING
    shutil.rmtree(scratch, ignore_errors=True)
    copy = scratch / student / assignment.name
    try:
        shutil.copytree(folder, copy, symlinks=True, ignore=shutil.ignore_patterns("*.ipynb"))
        shutil.copy2(
            counts, copy / expected
        )  # with its time, which determines the epoch if there is no timestamp
        if picked.cells:
            _tag(copy / expected, picked.cells)
        yield scratch
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _picked(folder: Path, assignment: Assignment, intake: Intake) -> Picked | None:
    """The file that counts; `None` where none does, or a person has to say which, or which of its cells."""
    try:
        picked = pick(folder, assignment, intake)
    except ExtractError:
        return None
    try:
        read_submission(folder, assignment, intake)
    except UndecidedError:
        return None
    except ExtractError:  # the notebook is shown as far as it can be
        return picked
    return picked


def _tag(notebook: Path, cells: Sequence[int]) -> None:
    """Tag the player's cells, as a person has decided, and leave the file its time."""
    times = notebook.stat()
    whole = read_notebook(notebook)
    text = json.dumps({**whole, "cells": with_player(whole["cells"], cells)})
    write_whole(notebook, text)
    os.utime(notebook, ns=(times.st_atime_ns, times.st_mtime_ns))


def _last_line(log: str) -> str:
    lines = [line for line in log.strip().splitlines() if line.strip()]
    return lines[-1].strip() if lines else "it gave no reason"


# What follows from the whole gradebook, done again whenever it may have changed: due dates and extensions,
# late penalties on the full score (nbgrader's own step sees only the computed part), and groups' copies.


_COPIED = ("auto_score", "manual_score", "extra_credit")


def points_changed(course: Course, assignment: str) -> dict[str, tuple[float, float]]:
    """The cells that the settings give other points than the gradebook has: by grade id the points then and
    now. Nothing before the release. Raises `SettingsError` where settings and released notebook differ in which
    cells are marked."""
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


def recompute_points(course: Course, assignment: str) -> dict[str, tuple[float, float]]:
    """Let the gradebook's cells be worth what the settings say; returns what changed as `points_changed` does.
    Points that people gave stay. Where a cell is worth less than that now, they are asked again."""
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


def recompute(course: Course, assignment: str) -> None:
    """Bring points, due date, extensions and penalties in the gradebook up to date. Raises `SettingsError`."""
    recompute_points(course, assignment)
    rule = read_late(course.root, assignment)
    if rule.due is None:
        return
    takes_off = penalty_rule(rule, course.root, course.settings.zone)
    extensions = read_extensions(course.root, assignment)
    with course.gradebook() as gradebook:
        task = gradebook.find_assignment(assignment)
        task.duedate = rule.due.astimezone(UTC).replace(tzinfo=None)  # nbgrader keeps UTC without saying so
        for submission in task.submissions:
            until = extensions.get(submission.student_id, rule.due)
            submission.extension = max(timedelta(0), until - rule.due) or None
        gradebook.db.commit()
        for submission in gradebook.assignment_submissions(assignment):
            until = max(rule.due, extensions.get(submission.student_id, rule.due))
            moment = submission.timestamp and submission.timestamp.replace(tzinfo=UTC)
            late = moment and moment > until
            off = takes_off(submission.student_id, task.max_score, until, moment) if late else None
            for notebook in submission.notebooks:
                notebook.late_submission_penalty = None if off is None else max(0.0, min(off, notebook.score))
        gradebook.db.commit()


def points_off(course: Course, assignment: str) -> Callable[[str, Path], float]:
    """(student, folder) → the points that lateness takes off what was handed in there, however few it has."""
    rule, extensions = read_late(course.root, assignment), read_extensions(course.root, assignment)
    takes_off = penalty_rule(rule, course.root, course.settings.zone)

    @cache
    def worth() -> float:
        with course.gradebook() as gradebook:
            return float(gradebook.find_assignment(assignment).max_score)

    def off(student: str, folder: Path) -> float:
        moment = course.stamped(folder)
        if rule.due is None or moment is None:
            return 0.0
        until = max(rule.due, extensions.get(student, rule.due))
        return (takes_off(student, worth(), until, moment) or 0.0) if moment > until else 0.0

    return off


def copy_to_groups(course: Course, assignment: str, marked: Iterable[str]) -> dict[str, str]:
    """Copy scores, comments and penalties of each marked group member to the others: member → who was marked."""
    groups = read_groups(course.root, assignment)
    copied = {
        member: student for student in marked for member in groups.get(student, ()) if member != student
    }
    with course.gradebook() as gradebook:
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
