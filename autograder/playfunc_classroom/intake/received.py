"""What a course keeps of uploads: when each arrived (`downloaded/<assignment>/received.json`), what the system calls it
(`names.json`), who was forgotten, and every attempt.

Moodle's sheet and the zips name no time zone. What was read, and in which zone, is kept beside the time, so that a
corrected zone moves the time and nothing else, and so that it can be said where a guessed zone decides.
"""

from __future__ import annotations

import filecmp
import hashlib
import hmac
import json
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal
from zoneinfo import ZoneInfo

from playfunc.files import write_whole
from playfunc_checks.assignment import Assignment, Attempts
from playfunc_checks.course_settings import read_course, read_secret


@dataclass(frozen=True, slots=True)
class Came:
    """When an upload came, by the system's sheet or by the file's time in the zip."""

    time: str
    """In UTC, ISO 8601."""
    zone: str
    """In which a time without a zone was read; empty for one that named its own."""
    by: Literal["sheet", "file"]
    outdated: str = ""
    """The time that a sheet has of the attempt before, where the zip's counts instead."""

    @property
    def moment(self) -> datetime:
        return datetime.fromisoformat(self.time)

    @property
    def clock(self) -> datetime:
        """As it was written: without a zone, if it named none."""
        return self.moment.astimezone(ZoneInfo(self.zone)).replace(tzinfo=None) if self.zone else self.moment

    def same_clock(self, other: Came) -> bool:
        """Whether both were written alike, and read in different zones."""
        return bool(self.zone and other.zone) and self.clock == other.clock and self.zone != other.zone

    def tells_of(self, other: Came) -> bool:
        """Whether this time of a sheet is that of an attempt before, of which `other` is known."""
        return self.by == "sheet" and self.time in (other.outdated, other.time if other.by == "sheet" else "")

    def before(self, other: Came) -> bool:
        """Whether it came earlier by the same clock; times of different sources say nothing about that."""
        comparable = self.by == other.by and bool(self.zone) == bool(other.zone)
        return comparable and self.clock < other.clock


@dataclass(frozen=True, slots=True)
class Named:
    """What a learning system calls a student and the files of the newest upload: feedback goes back under these
    names."""

    system: str
    key: str
    name: str
    paths: tuple[str, ...] = ()
    """As they were in the download."""


def _path(course: Path, assignment: str, file: str = "received.json") -> Path:
    return course / "downloaded" / assignment / file


def read_names(course: Path, assignment: str) -> dict[str, Named]:
    """Student → what the system calls them; nothing where no download was collected."""
    try:
        found = json.loads(_path(course, assignment, "names.json").read_text(encoding="utf-8"))
        return {
            student: Named(**{**named, "paths": tuple(named["paths"])}) for student, named in found.items()
        }
    except (OSError, ValueError, TypeError, AttributeError, KeyError):
        return {}


def write_names(course: Path, assignment: str, names: Mapping[str, Named]) -> None:
    texts = {student: asdict(named) for student, named in sorted(names.items())}
    write_whole(
        _path(course, assignment, "names.json"), json.dumps(texts, indent=1, ensure_ascii=False) + "\n"
    )


def read_received(course: Path, assignment: str) -> dict[str, Came]:
    """Student → when the upload that was taken in came; nothing where no download was collected."""
    try:
        found = json.loads(_path(course, assignment).read_text(encoding="utf-8"))
        return {student: Came(**came) for student, came in found.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def write_received(course: Path, assignment: str, received: Mapping[str, Came]) -> None:
    texts = {student: asdict(came) for student, came in sorted(received.items())}
    write_whole(_path(course, assignment), json.dumps(texts, indent=1) + "\n")


# Who was forgotten, so that the next download does not bring them back: `forgotten.txt` in the course.
#
#     2026-11-24 9f86d081884c7d65 60303ae22b998861
#
# A line a person: the day, and a keyed digest of each thing that a download knows the person by. Nobody can turn them
# back without the course's secret. They go with the course: after `course_end` in `playfunc.toml`, or after a year
# where that is not set.


FORGOTTEN_FILE = "forgotten.txt"
KEPT = timedelta(days=365)
"""For a course that does not say when it ends."""


def known_as(student: str, assignment: str, system: str, key: str) -> tuple[str, str]:
    """What a download of the assignment knows a student by: the course's id, and the system's number."""
    return student, f"{system} {assignment} {key}"


def forgotten_digests(course: Path, now: datetime) -> frozenset[str]:
    """The digests that count now; lines that have expired are deleted."""
    lines = _lines(course)
    left = [line for line in lines if not _is_over(course, line, now)]
    if left != lines:
        _write(course, left)
    return frozenset(digest for line in left for digest in line.split()[1:])


def digest_of(course: Path, name: str) -> str:
    key = read_secret(course).encode()
    return hmac.new(key, f"forgotten\n{name}".encode(), hashlib.sha256).hexdigest()[:32]


def remember_forgotten(course: Path, names: Iterable[str], now: datetime) -> None:
    """Remember one person by all these names."""
    digests = " ".join(dict.fromkeys(digest_of(course, name) for name in names))
    _write(course, [*_lines(course), f"{now.astimezone(UTC):%Y-%m-%d} {digests}"])


def restore_student(course: Path, student: str) -> bool:
    """Let the next download bring the student back; whether the id was among the forgotten."""
    lines, digest = _lines(course), digest_of(course, student)
    left = [line for line in lines if digest not in line.split()]
    if left == lines:
        return False
    _write(course, left)
    return True


def _is_over(course: Path, line: str, now: datetime) -> bool:
    end = read_course(course).course_end
    day = datetime.fromisoformat(line.split()[0]).replace(tzinfo=UTC)
    return now > end if end is not None else now > day + KEPT


def _lines(course: Path) -> list[str]:
    path = course / FORGOTTEN_FILE
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    return [line for line in text.splitlines() if line.strip()]


def _write(course: Path, lines: Iterable[str]) -> None:
    text = "".join(f"{line}\n" for line in lines)
    path = course / FORGOTTEN_FILE
    if text:
        write_whole(path, text, mode=0o600)
    else:
        path.unlink(missing_ok=True)


# Handing in again: every attempt is kept, and the course says which one counts.
#
#     attempts/<assignment>/<student>/1/…  2/…     what was handed in, from the first time on
#     attempts/<assignment>/<student>/counts       the number of the one that lies in submitted/
#
# A student without a folder there has handed in once. All attempts of an epoch are marked on the same deals, so that
# handing in the same player again changes nothing; only an attempt from after the deals were opened meets new ones
# (`Assignment.handed_in`). Which one counts:
#
#     [hearts.attempts]
#     counts = "latest"     # or "best": the one with the most points after late penalties, of equals the later
#     most = 3              # only so many attempts count, the first ones; without this line all do


IGNORED = {"timestamp.txt"}

ALL = Attempts()
"""The rule by which every attempt counts."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One of a student's attempts that may count: what was handed in, the settings with the deals of its epoch, and
    the points that lateness takes off."""

    number: int
    folder: Path
    settings: Assignment
    off: float


def attempts_folder(course: Path, assignment: str, student: str) -> Path:
    return course / "attempts" / assignment / student


def attempts(course: Path, assignment: str, student: str) -> dict[int, Path]:
    """Number → folder of every attempt of who handed in more than once, in order."""
    folders = attempts_folder(course, assignment, student).glob("[0-9]*")
    return dict(sorted((int(folder.name), folder) for folder in folders if folder.name.isdecimal()))


def attempt_of(course: Path, assignment: str, student: str) -> int:
    """The number of the attempt that lies in `submitted/`."""
    try:
        return int((attempts_folder(course, assignment, student) / "counts").read_text(encoding="utf-8"))
    except FileNotFoundError:
        return 1


def take_in(
    course: Path,
    assignment: str,
    student: str,
    arrived: Path,
    submitted: Path,
    replace: bool,
    rule: Attempts = ALL,
) -> str:
    """Put what `arrived` into `submitted`: `new`, `unchanged`, `replaced`, or `again` with the attempt before
    kept; an attempt that the rule does not count is only kept, as `beyond`. `replace` overwrites the latest attempt
    instead of adding one."""
    if not submitted.exists() or not any(submitted.iterdir()):
        _install(arrived, submitted)
        return "new"
    kept = attempts(course, assignment, student)
    latest = max(kept, default=1)
    if _same(arrived, kept.get(latest, submitted)):
        return "unchanged"
    folder = attempts_folder(course, assignment, student)
    if not kept and not replace:
        _install(submitted, folder / "1")
    number = latest if replace else latest + 1
    if kept or not replace:
        _install(arrived, folder / str(number))
    if not rule.allows(number):
        return "beyond"
    if kept or not replace:
        write_whole(folder / "counts", str(number))
    _install(arrived, submitted)
    return "replaced" if replace else "again"


def install(course: Path, student: str, attempt: Attempt, submitted: Path) -> None:
    """Put the attempt that counts into `submitted`, if another one lies there."""
    name = attempt.settings.name
    if attempt.number != attempt_of(course, name, student):
        _install(attempt.folder, submitted)
        write_whole(attempts_folder(course, name, student) / "counts", str(attempt.number))


def _install(source: Path, target: Path) -> None:
    """A copy of `source` in the place of `target`, complete before the old one goes."""
    scratch = target.with_name(f".{target.name}.new")
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.parent.mkdir(parents=True, exist_ok=True)
    shutil.copytree(source, scratch)
    if target.exists():
        shutil.rmtree(target)
    scratch.rename(target)


def _same(first: Path, second: Path) -> bool:
    """Whether both folders hold the same files. A notebook more in the second changes what counts, unless it is a
    copy of another."""
    ours = {p.relative_to(first) for p in first.rglob("*") if p.is_file() and p.name not in IGNORED}
    more = [p for p in second.rglob("*.ipynb") if p.relative_to(second) not in ours]
    return (
        bool(ours)
        and all((second / name).is_file() and _alike(first / name, second / name) for name in ours)
        and all(any(_alike(path, first / name) for name in ours) for path in more)
    )


def _alike(first: Path, second: Path) -> bool:
    return filecmp.cmp(first, second, shallow=False)
