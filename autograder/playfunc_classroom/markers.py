"""Who marks what: by `markers.csv` in the course, and evenly where that says nothing.

    marker,tutorial,student        each line: a marker alone, or with a tutorial group, or with a student
    kim,A,
    lee,,
    lee,,ann

Tutorial groups are in `tutorials.csv`, with the columns `student,tutorial`. A student's own line comes
first, then the tutorial's, then an even share: the shares depend on names and the course's secret alone, so
they stay when students join."""

from __future__ import annotations

import csv
import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby, pairwise
from math import fsum
from pathlib import Path
from statistics import fmean, median

from playfunc_checks.settings import SettingsError

MARKERS_FILE = "markers.csv"
TUTORIALS_FILE = "tutorials.csv"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of `markers.csv`; empty text where a column says nothing."""

    marker: str
    tutorial: str = ""
    student: str = ""


def read_markers(course: Path) -> list[Line]:
    """The lines of `markers.csv`; none without the file. Raises `SettingsError`, which names the line."""
    rows = _rows(course / MARKERS_FILE, ("marker",))
    lines = [Line(row["marker"], row.get("tutorial", ""), row.get("student", "")) for row in rows]
    for number, line in enumerate(lines, 2):
        if not line.marker:
            raise SettingsError(f"{MARKERS_FILE}, line {number}: there is no marker")
    return lines


def read_tutorials(course: Path) -> dict[str, str]:
    """Each student's tutorial group; empty without `tutorials.csv`."""
    rows = _rows(course / TUTORIALS_FILE, ("student", "tutorial"))
    return {row["student"]: row["tutorial"] for row in rows}


def _rows(path: Path, needed: tuple[str, ...]) -> list[dict[str, str]]:
    if not path.exists():
        return []
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file)
            missing = [name for name in needed if name not in (reader.fieldnames or ())]
            if missing:
                raise SettingsError(f"{path.name} has no column {missing[0]!r} in its first line")
            return [{k: (v or "").strip() for k, v in row.items() if k} for row in reader]
    except UnicodeDecodeError as error:
        raise SettingsError(f"{path.name} is not UTF-8 text; save it again as CSV in UTF-8") from error


def share_out(
    students: Sequence[str], lines: Sequence[Line], tutorials: Mapping[str, str], salt: str
) -> dict[str, str]:
    """The marker of each student; empty where there are no markers."""
    markers = list(dict.fromkeys(line.marker for line in lines))
    if not markers:
        return {}
    of_student = {line.student: line.marker for line in lines if line.student}
    of_tutorial = {line.tutorial: line.marker for line in lines if line.tutorial}
    given = {
        student: marker
        for student in students
        if (marker := of_student.get(student) or of_tutorial.get(tutorials.get(student, "")))
    }
    load = Counter(given.values())
    for student in sorted(set(students) - given.keys(), key=lambda name: _lot(name, salt)):
        marker = min(markers, key=lambda name: (load[name], markers.index(name)))
        given[student] = marker
        load[marker] += 1
    return {student: given[student] for student in students}


def unmatched(students: Sequence[str], lines: Sequence[Line], tutorials: Mapping[str, str]) -> list[str]:
    """A sentence for each line that gives its marker nothing, because no submission and no tutorial group matches."""
    groups = set(tutorials.values())
    found = []
    for number, line in enumerate(lines, 2):
        if line.student and line.student not in students:
            found.append(
                f"{MARKERS_FILE}, line {number}: there is no submission of {line.student!r} to mark."
            )
        elif line.tutorial and not line.student and line.tutorial not in groups:
            found.append(
                f"{MARKERS_FILE}, line {number}: nobody is in tutorial group {line.tutorial!r} in {TUTORIALS_FILE}."
            )
    return found


def second_markers(first: Mapping[str, str], count: int, salt: str) -> dict[str, str]:
    """A sample of `count` students, each with a second marker who is not the first. If there is only one
    marker, that marker marks a second time."""
    markers = list(dict.fromkeys(first.values()))
    chosen = sorted(first, key=lambda name: _lot(name, f"second{salt}"))[:count]
    load: Counter[str] = Counter()
    seconds = {}
    for student in chosen:
        others = [name for name in markers if name != first[student]] or markers
        seconds[student] = min(others, key=lambda name: (load[name], _lot(name + student, salt)))
        load[seconds[student]] += 1
    return seconds


def _lot(name: str, salt: str) -> str:
    """A sort key for a random order that is the same every time."""
    return hashlib.sha256(f"markers\n{salt}\n{name}".encode()).hexdigest()


# How long marking takes: `marking/times.jsonl` has a line when a marker opened or changed a submission.
#
# The time between two lines of a marker belongs to the submission of the first one. A longer gap is a pause: it counts
# nothing.


LONGEST_GAP = 600.0
"""Seconds without a change after which somebody is taken to be away."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A marker at work on a submission, in a round of marking; `when` is in seconds since 1970."""

    book: str
    student: str
    marker: str
    when: float


def add_moment(course: Path, moment: Moment) -> None:
    """Add a line to the file, without waiting for the disk: a crash loses a minute of somebody's at most."""
    path = course / "marking" / "times.jsonl"
    path.parent.mkdir(mode=0o700, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(asdict(moment)) + "\n")


def read_moments(course: Path) -> Iterator[Moment]:
    """In the file's order; a line that was cut off by a crash is passed over."""
    try:
        lines = (course / "marking" / "times.jsonl").read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return
    for line in lines:
        try:
            yield Moment(**json.loads(line))
        except (ValueError, TypeError):
            continue


def seconds_each(moments: Iterable[Moment]) -> dict[str, dict[tuple[str, str], float]]:
    """By marker, and by round and student: seconds at work."""
    found: dict[str, dict[tuple[str, str], float]] = {}
    ordered = sorted(moments, key=lambda each: (each.marker, each.when))
    for marker, theirs in groupby(ordered, key=lambda each: each.marker):
        times = found.setdefault(marker, {})
        for one, other in pairwise(theirs):
            gap = other.when - one.when
            if gap <= LONGEST_GAP:
                place = one.book, one.student
                times[place] = times.get(place, 0.0) + gap
    return found


# How well two markers agree on the same submissions: Cohen's weighted kappa.
#
# J. Cohen, "Weighted kappa: nominal scale agreement with provision for scaled disagreement or partial credit",
# Psychological Bulletin 70 (1968), 213–220. With squared differences as weights it is close to the intraclass
# correlation of the two (J. L. Fleiss and J. Cohen, Educational and Psychological Measurement 33, 1973, 613–619).


FEW = 20
"""With fewer pairs than this the number is rough, and is said to be."""


def weighted_kappa(
    pairs: Sequence[tuple[float, float]],
    disagreement: Callable[[float, float], float] = lambda one, other: (one - other) ** 2,
) -> float | None:
    """1 where both always agree, 0 where they agree only as often as if the same points were assigned at
    random. Below 0 is worse than chance. `None` without pairs, and where both gave everybody the same points,
    for then chance explains all that there is."""
    count = len(pairs)
    if not count:
        return None
    first, second = (Counter(column) for column in zip(*pairs, strict=True))
    by_lot = fsum(n * m * disagreement(a, b) for a, n in first.items() for b, m in second.items()) / count**2
    if by_lot == 0:
        return None
    return 1 - fmean(disagreement(a, b) for a, b in pairs) / by_lot


@dataclass(frozen=True, slots=True)
class Agreement:
    """Two markers on one task: pairs marked, kappa, how much higher the second marks, the largest difference."""

    count: int
    kappa: float | None
    shift: float
    largest: float

    def __str__(self) -> str:
        if not self.count:
            return "nothing marked twice yet"
        kappa = "not defined (all the same points)" if self.kappa is None else f"{self.kappa:.2f}"
        rough = f"; rough, for {FEW} and more are usual" if self.count < FEW else ""
        return (
            f"{self.count} marked twice, weighted kappa {kappa}{rough}; the second marker gives "
            f"{self.shift:+.1f} points on average, the largest difference is {self.largest:g}"
        )


def agreement(pairs: Sequence[tuple[float, float]]) -> Agreement:
    """How the pairs (first marker's points, second marker's points) agree."""
    differences = [second - first for first, second in pairs]
    return Agreement(
        len(pairs),
        weighted_kappa(pairs),
        fmean(differences) if differences else 0.0,
        max(map(abs, differences), default=0.0),
    )


Points = Mapping[str, Mapping[str, float | None]]
"""By student and task; `None` where they are not given yet."""


@dataclass(frozen=True, slots=True)
class Spread:
    """What markers gave to one task of a submission."""

    student: str
    task: str
    points: Mapping[str, float]
    """By marker; at least one."""

    @property
    def median(self) -> float:
        return median(self.points.values())

    @property
    def range(self) -> float:
        return max(self.points.values()) - min(self.points.values())


@dataclass(frozen=True, slots=True)
class Difference:
    """A task that two people marked otherwise."""

    student: str
    task: str
    first: float
    second: float


def spreads(given: Mapping[str, Points]) -> list[Spread]:
    """By task, and the widest first; `given` is by marker."""
    found: dict[tuple[str, str], dict[str, float]] = {}
    for marker, students in given.items():
        for student, tasks in students.items():
            for task, points in tasks.items():
                if points is not None:
                    found.setdefault((student, task), {})[marker] = points
    made = (Spread(student, task, points) for (student, task), points in found.items())
    return sorted(made, key=lambda each: (each.task, -each.range, each.student))


def differences(first: Points, second: Points) -> list[Difference]:
    """The widest first; what both gave the same is left out."""
    found = [
        Difference(student, task, before, points)
        for student, tasks in second.items()
        for task, points in tasks.items()
        if points is not None
        and (before := first.get(student, {}).get(task)) is not None
        and points != before
    ]
    return sorted(found, key=lambda each: (-abs(each.second - each.first), each.student, each.task))
