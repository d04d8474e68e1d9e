"""What a marker gave to one task, and the comment that it is written into: formgrader and our pages show the same text.

    **The account of the strategy: 9 of 12.** Says what the player does, but not why. The report helps.
    **Function comments: – of 12.** Docstrings and code disagree in places.

    Whatever else the marker has to say.

A line for each criterion holds its points (a dash while there are none), the phrases that were ticked, and the marker's
own words. The rest of the comment is free. `given_in` and `comment_of` are inverses, up to spaces and order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum

from playfunc_classroom.policy.rubric import Criterion

__all__ = ["Given", "Said", "comment_of", "given_in", "misfits", "sum_of"]

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
