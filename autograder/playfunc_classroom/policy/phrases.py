"""A phrase of the rubric changed in its words or its points, together with every comment that carries it.

The points of a criterion move by as much as the phrase's points do, within the criterion's limits. What a marker added
or took off by hand stays.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from playfunc.codec import encode
from playfunc.files import write_whole
from playfunc_checks.settings import SettingsError

from playfunc_classroom.policy.given import Given, Said, comment_of, given_in
from playfunc_classroom.policy.rubric import BANK_FILE, Criterion, criterion_in, phrase_in, phrase_line

__all__ = ["Change", "Moved", "Recorded", "changed", "record", "write_bank"]


@dataclass(frozen=True, slots=True)
class Change:
    """One phrase of a criterion of a task, before and after: its words, and what it is worth (0: nothing)."""

    task: str
    criterion: str
    before: str
    worth_before: float
    after: str
    worth_after: float


@dataclass(frozen=True, slots=True)
class Moved:
    """A task of a submission that carries the phrase: points before and after, and the new comment."""

    points_before: float | None
    points_after: float | None
    comment: str


@dataclass(frozen=True, slots=True)
class Recorded:
    """A line of `marking/phrases.jsonl`: a change, in one submission of a round of marking."""

    change: Change
    book: str
    student: str
    points_before: float | None
    points_after: float | None
    who: str
    when: str


def changed(
    points: float | None, comment: str, criteria: Sequence[Criterion], change: Change
) -> Moved | None:
    """The task's points and comment after the change; `None` where it does not carry the phrase."""
    given = given_in(comment, criteria)
    said = given.said.get(change.criterion, Said())
    criterion = next((each for each in criteria if each.name == change.criterion), None)
    if criterion is None or change.before not in said.phrases:
        return None
    phrases = tuple(change.after if phrase == change.before else phrase for phrase in said.phrases)
    now = _moved(said.points, change.worth_after - change.worth_before, criterion.points)
    told = Given({**given.said, change.criterion: Said(now, phrases, said.words)}, given.rest)
    total = points
    if points is not None and now is not None and said.points is not None:
        total = _moved(points, now - said.points, sum(each.points for each in criteria))
    return Moved(points, total, comment_of(told, [_with(each, change) for each in criteria]))


def _moved(points: float | None, by: float, most: float) -> float | None:
    return None if points is None else min(most, max(0.0, points + by))


def _with(criterion: Criterion, change: Change) -> Criterion:
    if criterion.name != change.criterion:
        return criterion
    phrases = tuple(change.after if phrase == change.before else phrase for phrase in criterion.phrases)
    return replace(criterion, phrases=phrases)


def write_bank(course: Path, change: Change) -> None:
    """Put the new phrase in the place of the old one. Raises `SettingsError` where that is not there (any more)."""
    path = course / BANK_FILE
    lines, task, name, found = path.read_text(encoding="utf-8").splitlines(), "", "", False
    place = change.task, change.criterion, change.before
    for number, line in enumerate(lines):
        if line.startswith("# "):
            task, name = line[2:].strip(), ""
        elif line.startswith("## "):
            name = criterion_in(line)
        elif line.startswith("- ") and (task, name, phrase_in(line)[0]) == place:
            lines[number], found = phrase_line(change.after, change.worth_after), True
    if not found:
        raise SettingsError(f"{BANK_FILE} has no phrase {change.before!r} for {change.criterion!r} any more")
    write_whole(path, "\n".join(lines) + "\n")


def record(course: Path, lines: Sequence[Recorded]) -> None:
    """Add to the audit trail, on disk when this returns."""
    path = course / "marking" / "phrases.jsonl"
    path.parent.mkdir(mode=0o700, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.writelines(encode(line, Recorded) + "\n" for line in lines)
        file.flush()
        os.fsync(file.fileno())
