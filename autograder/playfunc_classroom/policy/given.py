"""What a marker gave to one task, and the comment that it is written into: formgrader and our pages show the same text.

    **The account of the strategy: 9 of 12.** Says what the player does, but not why. The report helps.
    **Function comments: – of 12.** Docstrings and code disagree in places.

    Whatever else the marker has to say.

A line for each criterion holds its points (a dash while there are none), the phrases that were ticked, and the marker's
own words. The rest of the comment is free. `given_in` and `comment_of` are inverses, up to spaces and order.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import fsum
from pathlib import Path

from playfunc.codec import encode
from playfunc.files import write_whole
from playfunc_checks.settings import SettingsError

from playfunc_classroom.policy.rubric import BANK_FILE, Criterion, criterion_in, phrase_in, phrase_line

NONE_YET = "–"


@dataclass(frozen=True, slots=True)
class Said:
    """About one criterion: its points (`None` before there are any), phrases of the rubric, own words on one line."""

    points: float | None = None
    phrases: tuple[str, ...] = ()
    words: str = ""

    def __bool__(self) -> bool:
        return self != Said()


@dataclass(frozen=True, slots=True)
class Given:
    """About one task: by the names of its criteria, and what is said beside."""

    said: Mapping[str, Said] = field(default_factory=dict)
    rest: str = ""


def given_in(comment: str, criteria: Sequence[Criterion]) -> Given:
    """What the comment says. A line of an unknown criterion, as of a rubric that has changed, is a part of the rest."""
    said, rest = {}, comment
    for criterion in criteria:
        found = _line(criterion).search(rest)
        if found is None:
            continue
        rest = rest[: found.start()] + rest[found.end() :]
        points = None if found["points"] == NONE_YET else float(found["points"])
        ticked = tuple(phrase for phrase in criterion.phrases if phrase in found["text"])
        said[criterion.name] = Said(points, ticked, _without(found["text"], ticked))
    return Given(said, _tidy(rest))


def comment_of(given: Given, criteria: Sequence[Criterion]) -> str:
    """The whole comment; criteria of which nothing is said have no line."""
    lines = (_written(criterion, given.said.get(criterion.name, Said())) for criterion in criteria)
    return "\n\n".join(text for text in (*lines, _tidy(given.rest)) if text)


def sum_of(given: Given, criteria: Sequence[Criterion]) -> float | None:
    """The points of all criteria; `None` while one of them has none, and without criteria."""
    points = [given.said.get(criterion.name, Said()).points for criterion in criteria]
    known = [value for value in points if value is not None]
    return fsum(known) if criteria and len(known) == len(points) else None


def misfits(given: Given, total: float | None, criteria: Sequence[Criterion], most: float) -> Iterator[str]:
    """A sentence for each number of points that does not fit. `total` is what the task gets, of `most`."""
    for criterion in criteria:
        points = given.said.get(criterion.name, Said()).points
        if points is not None and not 0 <= points <= criterion.points:
            yield f"{criterion.name}: {_told(points)} not fit. Give 0 to {criterion.points:g} points."
    if total is not None and not 0 <= total <= most:
        yield f"The task: {_told(total)} not fit. Give 0 to {most:g} points."


def _told(points: float) -> str:
    return f"{points:g} point{' does' if points == 1 else 's do'}"


def _line(criterion: Criterion) -> re.Pattern[str]:
    name = re.escape(criterion.name)
    return re.compile(
        rf"^\*\*{name}: (?P<points>\d+(?:\.\d+)?|{NONE_YET}) of [\d.]+\.\*\*[ ]?(?P<text>.*)$", re.MULTILINE
    )


def _written(criterion: Criterion, said: Said) -> str:
    if not said:
        return ""
    points = NONE_YET if said.points is None else f"{said.points:g}"
    ticked = [phrase for phrase in criterion.phrases if phrase in said.phrases]
    words = " ".join(said.words.split())
    return " ".join(
        [f"**{criterion.name}: {points} of {criterion.points:g}.**", *ticked, *filter(None, [words])]
    )


def _without(text: str, phrases: Sequence[str]) -> str:
    for phrase in phrases:
        text = text.replace(phrase, " ", 1)
    return " ".join(text.split())


def _tidy(text: str) -> str:
    return re.sub(r"\n{3,}", "\n\n", text.replace("\r\n", "\n")).strip()


# A phrase of the rubric changed in its words or its points, together with every comment that carries it.
#
# The points of a criterion move by as much as the phrase's points do, within the criterion's limits. What a marker
# added or took off by hand stays.


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
