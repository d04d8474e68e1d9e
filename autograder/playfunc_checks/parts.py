"""The parts of an assignment's settings, as they stand in `assignment.toml`: each a frozen value with its defaults."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal, TypeAlias

from playfunc_checks.settings import Fits, Key

__all__ = [
    "Attempts",
    "BAND_NEEDS",
    "Band",
    "CheckSettings",
    "Count",
    "Criterion",
    "Late",
    "NEEDS",
    "Name",
    "Names",
    "Opponent",
    "Parameters",
    "Points",
    "Positive",
    "Share",
    "Step",
    "Tables",
    "Task",
    "Time",
    "Times",
    "Two",
]

Name: TypeAlias = Annotated[str, Fits('a text, such as "hearts"', lambda text: bool(text.strip()))]
Names: TypeAlias = Annotated[tuple[str, ...], Fits('a list of names, such as ["numpy"]', all)]
Points: TypeAlias = Annotated[float, Fits("a number of points from 0 on, such as 10", lambda n: 0 <= n < 1e6)]
Share: TypeAlias = Annotated[
    float, Fits("a share between 0 and 1, such as 0.6 for 60%", lambda share: 0 < share < 1)
]
Positive: TypeAlias = Annotated[float, Fits("a number above 0, such as 3", lambda n: 0 < n < 1e9)]
Count: TypeAlias = Annotated[int, Fits("a whole number from 1 on, such as 20", lambda count: count >= 1)]
Two: TypeAlias = Annotated[int, Fits("a whole number from 2 on, such as 200", lambda count: count >= 2)]
Parameters: TypeAlias = Annotated[Mapping[str, int], Fits("a table of whole numbers, such as { rounds = 5 }")]
Time: TypeAlias = Annotated[datetime, Fits("a day with its hour such as 2026-11-30T23:59:00")]
Times: TypeAlias = Annotated[
    tuple[datetime, ...],
    Fits("a day with its hour such as 2026-12-01T12:00:00, or a list of times"),
]
Percent: TypeAlias = Annotated[
    float,
    Fits("a number of percent: 0, or from 1 to 100, such as 10", lambda n: n == 0 or 1 <= n <= 100),
]
Minutes: TypeAlias = Annotated[
    float, Fits("a number of minutes from 0 on, such as 15", lambda n: 0 <= n < 1e6)
]
Tables: TypeAlias = Annotated[tuple[int, ...], Fits("a list of whole numbers, such as [2, 4]", bool)]

NEEDS: Mapping[str, tuple[str, ...]] = {
    "loads": (),
    "rules": ("loads",),
    "purity": ("rules",),
    "memory": ("rules",),
    "unexploitable": ("loads",),
}
"""Every check that an assignment may list, with those that it needs."""


BAND_NEEDS: Mapping[str, str] = {
    "loads": "can be started",
    "rules": "keeps the rules",
    "purity": "gives the same answer to the same arguments",
    "memory": "its memory changes what it plays",
    "unexploitable": "is hard to exploit",
    "some-memory": "uses some memory",
    "no-warnings": "has no warnings",
}
"""What a band may need beside beaten opponents, in words: checks to pass, and two facts that cost no points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opponent:
    """An opponent to beat: a tier of the game's ladder, or a file of this name in the course's `opponents/`."""

    name: Name
    points: Points = 0.0
    """For passing the check `beats-NAME`."""
    threshold: Share | None = None
    """The least chance of winning that counts as beating it; the assignment's, if none is given."""
    title: str = ""
    """What the table of points says of it; "Beating `NAME`", if none is given."""
    published: bool = True
    """Whether students get the file of an opponent of the course's own; a tier comes with playfunc."""
    source: Annotated[str, Key("")] = ""
    """The text of an opponent of the course's own. It is read from its file, and is no setting."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckSettings:
    """A check that is run beside those of the opponents (`playfunc_checks.checks`)."""

    name: Name
    points: Points = 0.0
    gate: bool = False
    """Whether no opponent counts as beaten unless this check passes."""
    title: str = ""
    """What the table of points says of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A step of the notebook: the cells of the player that it fills in, and the checks that show how it went."""

    name: Name
    cells: Names = ()
    checks: Names = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion:
    """What a marker looks for, and the most points it is worth."""

    name: Name
    points: Points


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A cell that people mark, by its grade id. The points of its criteria, if it has any, add up to its own."""

    cell: Name
    points: Points
    title: str = ""
    """What the table of points says of it; the cell's name, if none is given."""
    criteria: tuple[Criterion, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Band:
    """A band that is suggested beside the points; it never changes them. A better band also needs all that the ones
    before it need."""

    name: Name
    needs: Names = ()
    """What the computer looks at: checks to pass, such as `beats-basic`, or a fact of `BAND_NEEDS`."""
    people: str = ""
    """What people judge beside that, in words for students."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Late:
    """How late submissions are treated; by default they cost nothing."""

    due: Time | None = None
    method: Annotated[Literal["none", "linear", "custom"], Fits('"none" or "linear" or "custom"')] = "none"
    percent_per_day: Percent = 10.0
    most_percent: Percent = 100.0
    grace_minutes: Minutes = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempts:
    """Which attempt counts, of how many."""

    counts: Annotated[Literal["latest", "best"], Fits('"latest" or "best"')] = "latest"
    most: Annotated[int, Fits("a whole number from 1 on, such as 3", lambda most: most >= 1)] | None = None

    def allows(self, number: int) -> bool:
        return self.most is None or number <= self.most
