"""Points given by hand after an appeal: who changed what, when and why, in a file that is only added to.

`overrides/<assignment>.jsonl` in the course holds one decision a line; the last one about a student's cell
counts. A regrade never touches it, and puts the points into the gradebook again.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from playfunc.codec import decode, encode
from playfunc.converter import CodecError
from playfunc_checks.settings import SettingsError

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Override:
    """One decision. `points` is `None` where earlier ones were withdrawn."""

    student: str
    cell: str
    points: float | None
    instead: float | None
    """What counted until then."""
    by_hand_before: float | None
    """What a marker had given in formgrader before the first decision; a withdrawal brings it back."""
    who: str
    when: str
    """ISO 8601, in the course's zone and with its offset, to the second."""
    why: str
    source: str
    """The digest of the player it was made for: on a later submission it has to be looked at again."""


def overrides_path(course: Path, assignment: str) -> Path:
    return course / "overrides" / f"{assignment}.jsonl"


def add_override(course: Path, assignment: str, override: Override) -> None:
    """Add a decision to the file, on disk when this returns."""
    append_lines(overrides_path(course, assignment), [override])


def read_overrides(course: Path, assignment: str) -> list[Override]:
    """Every decision in order. Raises `SettingsError` naming the line that cannot be read."""
    return read_lines(overrides_path(course, assignment), Override)


def append_lines(path: Path, decisions: Iterable[object], mode: int = 0o777) -> None:
    """Add decisions of people, a line of JSON each, to a file that is only added to, in a folder of this mode; on disk
    when this returns."""
    path.parent.mkdir(mode=mode, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.writelines(encode(each, type(each)) + "\n" for each in decisions)
        file.flush()
        os.fsync(file.fileno())


def read_lines(path: Path, kind: type[T]) -> list[T]:
    """The decisions in such a file, in order; none if there is no file. Raises `SettingsError` naming the line that
    cannot be read."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    found = []
    for number, line in enumerate(lines, 1):
        try:
            found.append(decode(line, kind))
        except CodecError as error:
            raise SettingsError(f"{path.parent.name}/{path.name}, line {number}: {error}") from error
    return found


def overrides_by_cell(decisions: Iterable[Override], student: str) -> dict[str, Override]:
    """What counts for a student now, by grade id."""
    last = {decision.cell: decision for decision in decisions if decision.student == student}
    return {cell: decision for cell, decision in last.items() if decision.points is not None}


def counted(
    points: Mapping[str, float | None], given: Mapping[str, Override], worth: Mapping[str, float]
) -> dict[str, float | None]:
    """The points for performance that count: what was computed, or `given` by hand instead, but never more than the
    cell is `worth` now."""
    by_hand = {cell: each.points for cell, each in given.items() if each.points is not None}
    return {
        cell: min(by_hand[cell], worth.get(cell, math.inf)) if cell in by_hand else computed
        for cell, computed in points.items()
    }


def describe_override(override: Override, source: str = "") -> str:
    """The decision in a sentence; `source` is the digest of the player now handed in."""
    before = "no points yet" if override.instead is None else f"{override.instead:g}"
    after = "withdrawn," if override.points is None else f"{override.points:g}"
    late = " (for an earlier submission: look at it again)" if source and source != override.source else ""
    decided = f"{override.cell}: {after} instead of {before}, by {override.who} on {override.when[:10]}"
    return f"{decided}: {override.why}{late}"
