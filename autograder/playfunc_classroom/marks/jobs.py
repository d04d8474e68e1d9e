"""Many submissions marked side by side, each in a process that may die without costing another its mark.

Jobs compute marks and store them; they know nothing of nbgrader, which one writer alone talks to
(`playfunc_classroom.marks.grade`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path

from joblib import Parallel, delayed
from playfunc_checks.assignment import Assignment
from playfunc_checks.marking import total

from playfunc_classroom.intake.uploads import intake_for
from playfunc_classroom.marks.store import Mark, load_or_mark
from playfunc_classroom.policy.attempts import Attempt, install
from playfunc_classroom.policy.overrides import counted, overrides_by_cell, read_overrides

__all__ = ["Submission", "marked"]

KILLED = (
    "the process that marks it was killed, twice; the system may be short of memory, or somebody ended it. "
    "Mark it again by itself, with fewer --jobs"
)


@dataclass(frozen=True, slots=True)
class Submission:
    """What one job needs: the folder handed in, by whom, for what, and the course that keeps the mark."""

    folder: Path
    student: str
    assignment: Assignment
    course: Path
    secret: str
    allow_unconfined: bool
    attempts: tuple[Attempt, ...] = ()
    """Of a student who handed in more than once, the attempts of which the best counts; it is put into the folder."""


Outcome = tuple[Submission, Mark | str]
"""A submission with its mark, or with what went wrong on our side."""


def marked(submissions: Sequence[Submission], jobs: int) -> Iterator[Outcome]:
    """Mark all of them, `jobs` at a time, in the order in which they are done.

    With one job, marking goes on in this process. With more, a job that is killed breaks the pool: those that
    were under way are marked again, each alone, so that the one at fault is blamed alone.
    """
    waiting = {submission.student: submission for submission in submissions}
    while waiting:
        begun: list[Submission] = []
        try:
            for submission, result in _side_by_side(list(waiting.values()), jobs, begun):
                del waiting[submission.student]
                yield submission, result
        except BrokenProcessPool:
            for submission in begun:
                if waiting.pop(submission.student, None):
                    yield submission, _alone(submission)


def _side_by_side(submissions: Sequence[Submission], jobs: int, begun: list[Submission]) -> Iterator[Outcome]:
    """Notes in `begun` what was given to a job. Raises `BrokenProcessPool` when one dies."""
    if jobs == 1:
        yield from map(_mark_one, submissions)
        return
    parallel = Parallel(n_jobs=jobs, return_as="generator_unordered", batch_size=1, pre_dispatch=jobs)
    yield from parallel(delayed(_mark_one)(submission) for submission in _noting(submissions, begun))


def _noting(submissions: Iterable[Submission], begun: list[Submission]) -> Iterator[Submission]:
    for submission in submissions:
        begun.append(submission)
        yield submission


def _alone(submission: Submission) -> Mark | str:
    """The mark from a process that has nothing else to do."""
    try:
        ((_, result),) = _side_by_side([submission], 2, [])
    except BrokenProcessPool:
        return KILLED
    return result


def _mark_one(submission: Submission) -> Outcome:
    """What goes wrong here stays with this submission."""
    try:
        return submission, _mark_what_counts(submission)
    except Exception as error:
        return submission, f"marking stopped: {type(error).__name__}: {error}"


def _mark_what_counts(submission: Submission) -> Mark:
    """The mark of what lies in the folder, after the best of several attempts was put there."""
    settings = submission.assignment
    if submission.attempts:
        best = _best(submission)
        install(submission.course, submission.student, best, submission.folder)
        settings = best.settings
    return _load(submission, submission.folder, settings, submission.course)


def _best(submission: Submission) -> Attempt:
    """The attempt with the most points after late penalties, of equals the later; points by hand count as they would
    in the gradebook. Marks of attempts lie beside them."""
    if len(submission.attempts) == 1:
        return submission.attempts[0]
    given = overrides_by_cell(
        read_overrides(submission.course, submission.assignment.name), submission.student
    )

    def worth(attempt: Attempt) -> tuple[float, int]:
        store = attempt.folder.parent / "marks" / str(attempt.number)
        mark = _load(submission, attempt.folder, attempt.settings, store)
        if mark.open:  # nobody knows yet whether it is the best
            return math.inf, attempt.number
        # Not less than the points: what people give for comments and quality is there to be taken off, too.
        return total(counted(mark.points, given)) - attempt.off, attempt.number

    return max(submission.attempts, key=worth)


def _load(submission: Submission, folder: Path, settings: Assignment, store: Path) -> Mark:
    return load_or_mark(
        folder,
        submission.student,
        settings,
        store,
        submission.secret,
        allow_unconfined=submission.allow_unconfined,
        intake=intake_for(submission.course, submission.assignment, submission.student),
    )
