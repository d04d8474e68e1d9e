"""How long marking takes: `marking/times.jsonl` has a line when a marker opened or changed a submission.

The time between two lines of a marker belongs to the submission of the first one. A longer gap is a pause: it counts
nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from itertools import groupby, pairwise
from pathlib import Path

__all__ = ["LONGEST_GAP", "Moment", "add_moment", "read_moments", "seconds_each"]

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
        found[marker] = _summed(pairwise(theirs))
    return found


def _summed(pairs: Iterable[tuple[Moment, Moment]]) -> dict[tuple[str, str], float]:
    times: dict[tuple[str, str], float] = {}
    for one, other in pairs:
        gap = other.when - one.when
        if gap <= LONGEST_GAP:
            place = one.book, one.student
            times[place] = times.get(place, 0.0) + gap
    return times
