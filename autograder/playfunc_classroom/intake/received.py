"""When each student's upload arrived, as its source reports it, and what the system calls it:
`downloaded/<assignment>/received.json` and `names.json`.

Moodle's sheet and the zips name no time zone. What was read, and in which zone, is kept beside the time, so that a
corrected zone moves the time and nothing else, and so that it can be said where a guessed zone decides.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal
from zoneinfo import ZoneInfo

from playfunc.files import write_whole

__all__ = ["Came", "Named", "read_names", "read_received", "write_names", "write_received"]


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
