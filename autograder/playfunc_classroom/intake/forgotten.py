"""Who was forgotten, so that the next download does not bring them back: `forgotten.txt` in the course.

    2026-11-24 9f86d081884c7d65 60303ae22b998861

A line a person: the day, and a keyed digest of each thing that a download knows the person by. Nobody can turn them
back without the course's secret. They go with the course: after `course_end` in `playfunc.toml`, or after a year where
that is not set.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from playfunc.files import write_whole
from playfunc_checks.course import read_course, read_secret

__all__ = ["FORGOTTEN_FILE", "forgotten_digests", "known_as", "readmit", "remember_forgotten"]

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
