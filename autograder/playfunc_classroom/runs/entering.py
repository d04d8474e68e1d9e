"""One mark into the gradebook, which other programs may be using: wait for them, and try again."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from playfunc.files import write_whole
from playfunc_checks.assignment import Assignment
from playfunc_checks.extract import ExtractError, UndecidedError, read_notebook, with_player

from playfunc_classroom.intake.uploads import (
    Intake,
    Picked,
    intake_for,
    pick,
    read_submission,
)
from playfunc_classroom.marks import ENTERING, Mark
from playfunc_classroom.nbgrader_bridge import Course, GradebookError
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
    """Put points given by hand into the gradebook where it does not hold them (it may be a new one).

    Those that were given for another submission stay as the gradebook has them: people are asked again.
    """
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
        released = course.root / course.directory.release / assignment.name / expected
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
