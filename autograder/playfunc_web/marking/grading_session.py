"""The course as requests need it: who marks what, by which rubric, under which pseudonym, the gradebook, and marks
played again."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from fastapi import Request
from playfunc_checks.assignment import Assignment
from playfunc_checks.course_settings import ASSIGNMENT_FILE, SETTINGS_FILE, read_secret
from playfunc_classroom.groups import GROUPS_FILE
from playfunc_classroom.markers import MARKERS_FILE, TUTORIALS_FILE, Moment, add_moment, read_markers
from playfunc_classroom.nbgrader_bridge.course import Course
from playfunc_classroom.nbgrader_bridge.gradebook import SUFFIX, HandMarks, Held, calibration_book
from playfunc_classroom.policy.rubric import BANK_FILE, Criterion, read_rubric
from playfunc_classroom.pseudonyms import marking_names
from playfunc_classroom.runs.marking_progress import EVERYBODY, Shares, shares_of

from playfunc_web.access import Viewer
from playfunc_web.errors import ProblemError

# Marks played again for whoever answers a request, one at a time, each in a process of its own: nobody who marks
# waits for one.

Key = tuple[str, str]
"""Assignment and student."""

_PLAYED = (0, 1)
"""Exit codes of a process that has written its page."""


@dataclass
class Replays:
    """The replays of one course. What they found is in the course's folder; only what failed is kept here."""

    course: Path
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)
    _running: tuple[Key, subprocess.Popen[bytes], IO[str]] | None = field(default=None, init=False)
    _trouble: dict[Key, str] = field(default_factory=dict, init=False)

    def begin(self, assignment: str, student: str) -> bool:
        """Whether the mark is played again now: not while another one is."""
        key = assignment, student
        with self._lock:
            self._look()
            if self._running is not None:
                return self._running[0] == key
            self._trouble.pop(key, None)
            self._running = key, *_start(self.course, assignment, student)
            return True

    def running(self, assignment: str, student: str) -> bool:
        with self._lock:
            self._look()
            return self._running is not None and self._running[0] == (assignment, student)

    def trouble(self, assignment: str, student: str) -> str:
        """Why the last replay of this mark has written no page; empty where it has."""
        with self._lock:
            self._look()
            return self._trouble.get((assignment, student), "")

    def end(self) -> None:
        """Stop what runs: the server ends."""
        with self._lock:
            if self._running is not None:
                self._running[1].terminate()
                self._running[1].wait()

    def _look(self) -> None:
        """Take note of a process that has ended."""
        if self._running is None or self._running[1].poll() is None:
            return
        key, process, said = self._running
        self._running = None
        with said:
            said.seek(0)
            lines = said.read().split("\n")
        if process.returncode not in _PLAYED:
            last = next((line for line in reversed(lines) if line.strip()), "")
            self._trouble[key] = last or f"the process ended with {process.returncode}"


def _start(course: Path, assignment: str, student: str) -> tuple[subprocess.Popen[bytes], IO[str]]:
    """The process, and the file that its stderr goes to."""
    said = TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115 - closed by `_look`
    words = [sys.executable, "-m", "playfunc_classroom.appeals", str(course), assignment, student]
    process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=said)
    return process, said


ROUNDS = ("first", "second", "calibration")
"""Rounds of marking, as addresses name them: the one that counts, the sample, what everybody marks to compare."""

SELDOM = 20.0
"""Seconds between two lines that say that somebody is at work on the same submission."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """An assignment as it is marked. `codes` are the pseudonyms of its students."""

    assignment: Assignment
    rubric: Mapping[str, Sequence[Criterion]]
    """Criteria of every task; of one without any, a single criterion that is the whole task."""
    shares: Mapping[str, Mapping[str, str]]
    """Round → student → marker."""
    codes: Mapping[str, str]
    students: Mapping[str, str]
    """The other way round."""

    def book(self, round_: str, marker: str) -> str:
        """The name of a round in the gradebook."""
        name = self.assignment.name
        return {"first": name, "second": name + SUFFIX}.get(round_) or calibration_book(name, marker)

    def share(self, round_: str, marker: str) -> tuple[str, ...]:
        """The students in the order of their pseudonyms, which tells nothing about them."""
        mine = (s for s, who in self.shares[round_].items() if who in (marker, EVERYBODY))
        return tuple(sorted(mine, key=lambda student: self.codes[student]))


@dataclass(frozen=True, slots=True)
class Piece:
    """One submission in one round, as a viewer may open it, with its place in the share."""

    sheet: Sheet
    round: str
    student: str
    marker: str
    """In whose share it is."""
    book: str
    """The round's name in the gradebook."""

    @property
    def code(self) -> str:
        return self.sheet.codes[self.student]

    @property
    def share(self) -> tuple[str, ...]:
        return self.sheet.share(self.round, self.marker)

    @property
    def place(self) -> int:
        return self.share.index(self.student)


@dataclass(frozen=True, slots=True)
class Change:
    """Who saved what a task holds, and when, in seconds since 1970. `digest` is that of `Held`."""

    digest: str
    marker: str
    when: float


class GradingSession:
    """One course. Files of it that say who marks what are read again when they change."""

    def __init__(self, course: Course) -> None:
        self.course, self.marks, self.replays = course, HandMarks(course), Replays(course.root)
        self._lock = threading.Lock()
        self._kept: dict[str, tuple[object, Sheet]] = {}
        self._names: dict[str, tuple[str, ...]] = {}
        self._noted: dict[str, tuple[str, str, float]] = {}
        self._changes: dict[tuple[str, str, str], Change] = {}

    def assignments(self) -> tuple[str, ...]:
        """Those that people mark and of which there are submissions."""
        settings = self.course.settings.assignments
        return tuple(name for name, each in settings.items() if each.tasks and self.sheet(name).codes)

    def sheet(self, name: str) -> Sheet:
        """Raises `ProblemError` for an assignment that there is none of."""
        stamp = self._stamp()
        with self._lock:  # one request makes it, and those that come meanwhile wait instead of making it too
            kept = self._kept.get(name)
            if kept is None or kept[0] != stamp:
                kept = self._kept[name] = stamp, self._read(name)
        return kept[1]

    def _read(self, name: str) -> Sheet:
        if name not in self.course.settings.assignments:
            raise ProblemError(404, "No such assignment", "This course has no assignment of that name.")
        calibrated = {
            student
            for marker in self.markers()
            for student in self.marks.of_class(calibration_book(name, marker))
        }
        return _sheet(self.course, name, self.shares(name), calibrated)

    def shares(self, name: str) -> Shares:
        return shares_of(self.course, name, self.marks)

    def books(self, name: str) -> dict[str, str]:
        """All rounds of an assignment: the name in the gradebook → what pages call it."""
        compared = {calibration_book(name, marker): f"to compare, by {marker}" for marker in self.markers()}
        return {name: "marks that count", name + SUFFIX: "marked a second time", **compared}

    def markers(self) -> tuple[str, ...]:
        """Those of the list, in its order."""
        return tuple(dict.fromkeys(line.marker for line in read_markers(self.course.root)))

    def note(self, piece: Piece, marker: str) -> None:
        """That a marker is at work on a submission."""
        now, before = time.time(), self._noted.get(marker)
        if before is None or before[:2] != (piece.book, piece.student) or now - before[2] >= SELDOM:
            self._noted[marker] = piece.book, piece.student, now
            add_moment(self.course.root, Moment(piece.book, piece.student, marker, now))

    def changed(self, book: str, student: str, task: str, held: Held, marker: str) -> None:
        """That a marker has saved a task."""
        self._changes[book, student, task] = Change(held.digest, marker, time.time())

    def change(self, book: str, student: str, task: str, held: Held) -> Change | None:
        """Who saved what the gradebook holds now; `None` where it was not a page of this site since its start."""
        last = self._changes.get((book, student, task))
        return last if last is not None and last.digest == held.digest else None

    def piece(self, viewer: Viewer, name: str, round_: str, code: str) -> Piece:
        """A submission in the viewer's share, or for the instructor in anybody's. Raises `ProblemError`."""
        sheet = self.sheet(name)
        marker_of = sheet.shares.get(round_, {})
        student = sheet.students.get(code, "")
        marker = marker_of.get(student)
        if marker is None or not (marker in (viewer.login, EVERYBODY) or viewer.admin):
            raise ProblemError(
                404, "Not in your share", "Among your submissions there is none at this address."
            )
        return Piece(sheet, round_, student, marker, sheet.book(round_, viewer.login))

    def held(self, piece: Piece) -> dict[str, Held]:
        """By task, in the rubric's order."""
        found = self.marks.of(piece.book, piece.student)
        return {task: found[task] for task in piece.sheet.rubric if task in found}

    def names(self, student: str) -> tuple[str, ...]:
        """All that the course knows somebody by."""
        if student not in self._names:
            self._names = self.course.names()
        return self._names.get(student, (student,))

    def forget(self) -> None:
        """Read everything again at the next request."""
        with self._lock:
            self._kept.clear()

    def _stamp(self) -> object:
        """It changes when who marks what may have changed."""
        root = self.course.root
        files = (SETTINGS_FILE, BANK_FILE, MARKERS_FILE, TUTORIALS_FILE, GROUPS_FILE)
        settings = sorted(root.glob(f"source/*/{ASSIGNMENT_FILE}"))
        return self.marks.size(), tuple(map(_changed, (*(root / name for name in files), *settings)))


def done(tasks: Mapping[str, Held]) -> bool:
    return all(held.done for held in tasks.values())


def grading_session(request: Request) -> GradingSession:
    grading: GradingSession = request.app.state.grading
    return grading


def _changed(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except FileNotFoundError:
        return 0


def _sheet(course: Course, name: str, shares: Shares, calibrated: Collection[str]) -> Sheet:
    assignment = course.assignment(name)
    rubric = read_rubric(course.root, assignment)
    whole = {task.cell: (Criterion(task.cell.capitalize(), task.points, ()),) for task in assignment.tasks}
    codes = marking_names(shares.first, read_secret(course.root))
    to_compare = {student: EVERYBODY for student in calibrated if student in codes}
    students = {code: student for student, code in codes.items()}
    rounds = {"first": shares.first, "second": shares.second, "calibration": to_compare}
    return Sheet(assignment, {task: rubric.get(task, whole[task]) for task in whole}, rounds, codes, students)
