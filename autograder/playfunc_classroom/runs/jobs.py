"""A class marked side by side: what needs a new mark is computed by jobs, which may die without costing another its
mark, and written by this process.

Jobs get values and return marks; they write nothing and know nothing of nbgrader, which one writer alone talks to
(`playfunc_classroom.runs.grade`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from playfunc_autograder.executors import Lost, Workers
from playfunc_checks.assignment import Assignment
from playfunc_checks.marking import total

from playfunc_classroom.intake.notebook_choice import intake_for
from playfunc_classroom.intake.received import Attempt, install
from playfunc_classroom.marks import (
    Mark,
    Work,
    keep,
    new_mark,
    stored_for,
    verdicts_before,
    work_for,
    write_mark,
)
from playfunc_classroom.policy.overrides import counted, overrides_by_cell, read_overrides

KILLED = (
    "the process that marks it was killed twice; the system may be short of memory, or a user ended it. "
    "Mark it again by itself, with fewer --jobs"
)


@dataclass(frozen=True, slots=True)
class Submission:
    """A submission: its folder, the student, the assignment, and the course that keeps the mark."""

    folder: Path
    student: str
    assignment: Assignment
    course: Path
    secret: str
    allow_unconfined: bool
    attempts: tuple[Attempt, ...] = ()
    """Of a student who handed in more than once, the attempts of which the best counts; it is put into the folder."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A submission with its mark, or with what went wrong on our side. `before` holds the verdicts by check of a mark
    that other code had made, where there was one."""

    submission: Submission
    result: Mark | str
    before: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class _Part:
    """What marking a folder needs, and the folder that keeps the mark."""

    work: Work
    store: Path


@dataclass(slots=True)
class _Begun:
    """A submission under way: its parts, and the marks that are known by now."""

    submission: Submission
    parts: tuple[_Part, ...]
    marks: dict[int, Mark]
    before: Mapping[str, str] | None

    @property
    def complete(self) -> bool:
        return len(self.marks) == len(self.parts)


@dataclass(frozen=True, slots=True)
class _Job:
    """One part of one submission, as values that another process can be sent."""

    student: str
    part: int
    work: Work


def marked(submissions: Sequence[Submission], workers: Workers) -> Iterator[Outcome]:
    """Mark all of them by the workers, in the order in which they are done."""
    under_way: dict[str, _Begun] = {}
    runs = workers.executor(_mark)

    def gathered() -> Iterator[Outcome]:
        for job, result in runs.gather():
            begun = under_way.get(job.student)  # none where another part of it went wrong
            if begun is not None and (outcome := _known(begun, job.part, result)) is not None:
                del under_way[job.student]
                yield outcome

    for submission in submissions:
        try:
            begun = _begin(submission)
        except Exception as error:
            yield Outcome(submission, _stopped(error))
            continue
        if begun.complete:
            yield _finished(begun)
            continue
        under_way[submission.student] = begun
        for number, part in enumerate(begun.parts):
            if number not in begun.marks:
                runs.submit(_Job(submission.student, number, part.work))
                while runs.full:
                    yield from gathered()
    while not runs.idle:
        yield from gathered()


def _mark(job: _Job) -> Mark | str:
    """What goes wrong here stays with this submission."""
    try:
        return new_mark(job.work)
    except Exception as error:
        return _stopped(error)


def _stopped(error: Exception) -> str:
    return f"marking stopped: {type(error).__name__}: {error}"


def _begin(submission: Submission) -> _Begun:
    """Read what was handed in, and the marks that still fit."""
    intake = intake_for(submission.course, submission.assignment, submission.student)

    def part(folder: Path, settings: Assignment, store: Path) -> _Part:
        secret, unconfined = submission.secret, submission.allow_unconfined
        work = work_for(folder, submission.student, settings, secret, intake, allow_unconfined=unconfined)
        return _Part(work, store)

    if submission.attempts:
        parts = tuple(
            part(each.folder, each.settings, each.folder.parent / "marks" / str(each.number))
            for each in submission.attempts
        )
    else:
        parts = (part(submission.folder, submission.assignment, submission.course),)
    stored = {number: stored_for(each.store, each.work) for number, each in enumerate(parts)}
    for number, mark in stored.items():
        if mark is not None:
            keep(parts[number].store, submission.assignment.name, mark)
    missing = [each for number, each in enumerate(parts) if stored[number] is None]
    before = next(filter(None, (verdicts_before(submission.course, each.work) for each in missing)), None)
    return _Begun(submission, parts, {n: mark for n, mark in stored.items() if mark is not None}, before)


def _known(begun: _Begun, number: int, result: Mark | Lost | str) -> Outcome | None:
    """Keep a new mark; the submission's outcome, where it was the last one missing or something went wrong."""
    if not isinstance(result, Mark):
        return Outcome(begun.submission, KILLED if isinstance(result, Lost) else result)
    part = begun.parts[number]
    try:
        write_mark(part.store, part.work.assignment.name, result)
    except OSError as error:
        return Outcome(begun.submission, _stopped(error))
    begun.marks[number] = result
    return _finished(begun) if begun.complete else None


def _finished(begun: _Begun) -> Outcome:
    try:
        return Outcome(begun.submission, _what_counts(begun), begun.before)
    except OSError as error:
        return Outcome(begun.submission, _stopped(error))


def _what_counts(begun: _Begun) -> Mark:
    """The mark that counts, after the best of several attempts was put into the submission's folder."""
    submission = begun.submission
    if not submission.attempts:
        return begun.marks[0]
    best = _best(begun)
    attempt, mark = submission.attempts[best], begun.marks[best]
    install(submission.course, submission.student, attempt, submission.folder)
    keep(submission.course, attempt.settings.name, mark)
    return mark


def _best(begun: _Begun) -> int:
    """The place of the attempt with the most points after late penalties, of equals the later; points by hand count
    as they would in the gradebook. Marks of attempts lie beside them."""
    submission, marks = begun.submission, begun.marks
    decisions = read_overrides(submission.course, submission.assignment.name)
    given = overrides_by_cell(decisions, submission.student)

    def worth(number: int) -> tuple[float, int]:
        mark, attempt = marks[number], submission.attempts[number]
        if mark.open:  # whether it is the best is not known yet
            return math.inf, number
        # Not less than the points: what people give for comments and quality is there to be taken off, too.
        return total(counted(mark.points, given, submission.assignment.points)) - attempt.off, number

    return max(range(len(marks)), key=worth)
