"""What is asked and how it is marked: the settings of an assignment, as one frozen value.

They stand in `assignment.toml` beside the assignment's notebook (`playfunc_checks.course_settings` reads it).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from math import fsum
from typing import Annotated, Any, Literal, TypeAlias

from playfunc.games import GAMES, rules_for
from playfunc.rules import Rules

from playfunc_checks.settings import Fits, Key, Path, known
from playfunc_checks.submitted_player import Limits

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

BAND_FACTS: Mapping[str, str] = {
    "some-memory": "uses some memory",
    "no-warnings": "has no warnings",
}
"""What a band may need beside passed checks, in words: facts that cost no points."""


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
    """What the computer looks at: checks to pass, such as `beats-basic`, or a fact of `BAND_FACTS`."""
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


BEATS = "beats-"
"""How the check of an opponent begins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Assignment:
    """One assignment's settings; students may know all of them."""

    name: Name
    game: Name
    title: str = ""
    """What students read; the name with a capital letter, if none is given."""
    notebook: str = ""
    """The notebook's file name without `.ipynb`; the assignment's name, if none is given."""
    parameters: Parameters = field(default_factory=dict)
    """The game's parameters, other than how many play."""
    tables: Tables = (2,)
    """How many sit at the tables of the rules check."""
    moves_a_deal: Count = 50
    """About how many moves a player makes in a deal that is played once from each seat."""
    opponents: tuple[Opponent, ...] = ()
    """Whom to beat, the weakest first."""
    checks: tuple[CheckSettings, ...] = ()
    """What is checked beside that. What is not listed is not run."""
    top_cells: Names = ()
    """Grade ids of player cells that belong to no step, such as the one for imports."""
    steps: tuple[Step, ...] = ()
    """The notebook's steps in order; the last cell of the last one defines `play`."""
    tasks: tuple[Task, ...] = ()
    """What people mark."""
    bands: tuple[Band, ...] = ()
    """What is suggested beside the points, the lowest first; nothing, if none are given."""
    modules: Names = ("numpy",)
    """What a player may import beside the standard library and playfunc."""
    programs: bool = False
    """Whether a player may be a program in another language, named by a `program.txt` beside the notebook."""
    deals: Two = 200
    """Deals per opponent, each played once from every seat."""
    least_deals: Count = 50
    """No win check ends earlier than this, unless all deals are played."""
    threshold: Share = 0.60
    """"Beats" means at least this chance of winning, unless the opponent names another."""
    certainty: Positive = 6.0
    """A win check ends early this many standard errors away from the threshold."""
    forfeits: Count = 5
    """So many forfeited playings end a win check as failed."""
    rules_deals: Count = 20
    """Deals of each kind of table in the rules check."""
    published: Annotated[Limits, Key("limits")] = field(default_factory=Limits)
    """Time and memory as the students know them."""
    leniency: Positive = 3.0
    """Marking allows so many times the published time, so that no player fails because of a slower machine."""
    epoch: Count = 1
    """Which set of deals; all submissions of an epoch share it, and another number draws other deals."""
    show_deals_after: Times | None = None
    """When feedback may show the deals of this epoch, of the next one, and so on, in order; `None` until the
    instructor sets it."""
    late: Late = field(default_factory=Late)
    attempts: Attempts = field(default_factory=Attempts)

    def __post_init__(self) -> None:
        object.__setattr__(self, "title", self.title or self.name.capitalize())
        object.__setattr__(self, "notebook", self.notebook or self.name)
        if self.show_deals_after is not None:
            object.__setattr__(self, "show_deals_after", tuple(sorted(set(self.show_deals_after))))

    @property
    def player_cells(self) -> tuple[str, ...]:
        """Grade ids of the cells that make up the player; the last one defines `play`."""
        return (*self.top_cells, *(cell for step in self.steps for cell in step.cells))

    @property
    def tiers(self) -> tuple[str, ...]:
        """The opponents' names, the weakest first."""
        return tuple(opponent.name for opponent in self.opponents)

    @property
    def points(self) -> dict[str, float]:
        """Grade id of a cell that the computer marks → the points for passing the check of the same name."""
        checks = {check.name: check.points for check in self.checks if check.points}
        return checks | {f"{BEATS}{each.name}": each.points for each in self.opponents if each.points}

    @property
    def task_cells(self) -> tuple[str, ...]:
        """Grade ids of what people mark."""
        return tuple(task.cell for task in self.tasks)

    @property
    def gates(self) -> tuple[str, ...]:
        """The checks without which no opponent counts as beaten."""
        return tuple(check.name for check in self.checks if check.gate)

    @property
    def limits(self) -> Limits:
        """The limits that marking applies. The faults that end a win check end every check, where each of them
        costs a process and seconds."""
        return dataclasses.replace(
            self.published,
            move_seconds=self.published.move_seconds * self.leniency,
            total_seconds=self.published.total_seconds * self.leniency,
            restarts=min(self.published.restarts, self.forfeits - 1),
        )

    def opponent(self, name: str) -> Opponent:
        """The opponent of this name; one with the usual settings where the assignment does not ask for it."""
        return next((each for each in self.opponents if each.name == name), Opponent(name=name))

    def threshold_of(self, name: str) -> float:
        """The least chance of winning with which the opponent of this name counts as beaten."""
        own = self.opponent(name).threshold
        return self.threshold if own is None else own

    def rules(self, seats: int = 2) -> Rules[Any, Any, Any]:
        """The rules of the game for so many players."""
        return rules_for(self.game, seats, **self.parameters)

    def deals_are_open(self, now: datetime) -> bool:
        """Whether everybody may see the deals of this epoch."""
        return any(opening <= now for opening in self.show_deals_after or ())

    def handed_in(self, when: datetime) -> Assignment:
        """The settings for what was handed in at that time: a new epoch begins whenever deals are opened, because
        a later submission may know them."""
        openings = self.show_deals_after or ()
        opened = sum(opening <= when for opening in openings)
        return dataclasses.replace(self, epoch=self.epoch + opened, show_deals_after=openings[opened:])

    def at_home(self) -> Assignment:
        """The settings of a student's own check: the published limits, without marking's allowance for slow machines.
        So there is one number, and what passes here passes in marking."""
        return dataclasses.replace(self, leniency=1.0)

    def as_marked(self) -> Assignment:
        """The settings without those that move no mark."""
        return dataclasses.replace(
            self,
            title="",
            top_cells=self.player_cells,
            opponents=tuple(dataclasses.replace(each, title="") for each in self.opponents),
            checks=tuple(dataclasses.replace(each, title="") for each in self.checks),
            steps=(),
            tasks=(),
            bands=(),
            show_deals_after=None,
            late=Late(),
            attempts=Attempts(),
        )

    def as_checked(self) -> Assignment:
        """The settings without those that move no verdict: points are counted from verdicts whenever they are read."""
        marked = self.as_marked()
        return dataclasses.replace(
            marked,
            opponents=tuple(dataclasses.replace(each, points=0.0) for each in marked.opponents),
            checks=tuple(dataclasses.replace(each, points=0.0) for each in marked.checks),
        )


def percent(share: float) -> str:
    """Such as 60% or 62.5%."""
    return f"{100 * share:.10g}%"


def problems(assignment: Assignment, needs: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[Path, str]]:
    """What does not fit together: where, and a sentence that says what to change. `needs` tells of every check that an
    assignment may list which ones it needs."""
    if assignment.game not in GAMES:
        yield ("game",), f"there is no game {assignment.game!r}; {known(assignment.game, list(GAMES))}"
        return
    yield from _unplayable(assignment)
    yield from _repeated(assignment)
    names = [check.name for check in assignment.checks]
    for place, check in enumerate(assignment.checks):
        if check.name not in needs:
            yield ("checks", place), f"there is no check {check.name!r}; {known(check.name, list(needs))}"
        for need in needs.get(check.name, ()):
            if need not in names[:place]:
                yield ("checks", place), f"{check.name!r} needs the check {need!r}; list that before it"
    for place, step in enumerate(assignment.steps):
        shown = (*names, *(BEATS + tier for tier in assignment.tiers))
        for check_name in step.checks:
            if check_name not in shown:
                yield (
                    ("steps", place, "checks"),
                    f"{step.name!r} is shown by {check_name!r}, which is not checked; {known(check_name, shown)}",
                )
    facts = [fact for fact in BAND_FACTS if fact != "some-memory" or "memory" in names]
    seen = (*names, *(BEATS + tier for tier in assignment.tiers), *facts)
    for place, band in enumerate(assignment.bands):
        for need in band.needs:
            if need not in seen:
                yield (
                    ("bands", place, "needs"),
                    f"{band.name!r} needs {need!r}, which is not checked; {known(need, seen)}",
                )
    for place, task in enumerate(assignment.tasks):
        told = fsum(criterion.points for criterion in task.criteria)
        if task.criteria and told != task.points:
            yield (
                ("tasks", place),
                f"the criteria of {task.cell!r} add up to {told:g}, and the task has {task.points:g} points",
            )
    if assignment.late.method != "none" and assignment.late.due is None:
        yield (
            ("late",),
            "late submissions cost points, so say until when: due = a time such as 2026-11-30T23:59:00",
        )


def _unplayable(assignment: Assignment) -> Iterator[tuple[Path, str]]:
    for seats in assignment.tables:
        try:
            assignment.rules(seats)
        except (TypeError, ValueError) as error:
            key = "parameters" if assignment.parameters else "tables"
            yield (key,), f"{key} do not fit: {error}"


def _repeated(assignment: Assignment) -> Iterator[tuple[Path, str]]:
    lists = {
        "opponents": assignment.tiers,
        "checks": [check.name for check in assignment.checks],
        "steps": [step.name for step in assignment.steps],
        "bands": [band.name for band in assignment.bands],
    }
    for key, names in lists.items():
        for name in _twice(names):
            yield (key,), f"{name!r} is there twice; each name stands once"
    cells = (*assignment.player_cells, *assignment.task_cells, *assignment.points)
    for name in _twice(cells):
        yield (), f"the cell {name!r} is named twice, in steps, tasks or points; each cell has one use"


def _twice(names: Any) -> list[str]:
    found = list(names)
    return sorted({name for name in found if found.count(name) > 1})
