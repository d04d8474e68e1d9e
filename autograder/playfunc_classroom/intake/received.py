"""When each student's upload arrived, as its source reports it, and what the system calls it:
`downloaded/<assignment>/received.json` and `names.json`.

Moodle's sheet and the zips name no time zone. What was read, and in which zone, is kept beside the time, so that a
corrected zone moves the time and nothing else, and so that it can be said where a guessed zone decides.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal
from zoneinfo import ZoneInfo

from playfunc.files import write_whole
from playfunc_checks.course import read_course, read_secret


@dataclass(frozen=True, slots=True)
class Came:
    """When an upload came, by the system's sheet or by the file's time in the zip."""

    time: str
    """In UTC, ISO 8601."""
    zone: str
    """In which a time without a zone was read; empty for one that named its own."""
    by: Literal["sheet", "file"]

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


def readmit(course: Path, student: str) -> bool:
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
