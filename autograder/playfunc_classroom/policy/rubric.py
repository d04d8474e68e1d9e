"""The rubric with its phrases: criteria and points from the assignment's settings, phrases from `comments.md`.

# comments                       a task of the notebook, by its grade id
## The account of the strategy   a criterion of the task
- Says what, but not why.        a phrase for the marker to pick
- A pleasure to read.
- No word on why. (-4)         its points: what ticking it adds to those of the criterion, or takes off

A task without criteria in the settings may have them here, with their points: `## The account of the strategy (12)`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import fsum
from pathlib import Path

from playfunc.files import write_whole
from playfunc_checks.assignment import Assignment, Task
from playfunc_checks.course_settings import read_course
from playfunc_checks.settings import SettingsError, known

from playfunc_classroom.policy.overrides import append_lines

BANK_FILE = "comments.md"

_PHRASE = re.compile(r"- +(?P<text>.+?)(?: +\((?P<worth>[+−-]\d+(?:\.\d+)?)\))? *")
_CRITERION = re.compile(r"## +(?P<name>.+?) *(\((?P<points>\d+(?:\.\d+)?)\))? *")


@dataclass(frozen=True, slots=True)
class Criterion:
    """What a marker looks for, the most points it is worth, and phrases to say about it."""

    name: str
    points: float
    phrases: tuple[str, ...]
    worths: tuple[float, ...] = field(default=(), repr=False)
    """What each phrase adds to the points when it is ticked, negative for what it takes off; empty where none does."""

    def worth(self, phrase: str) -> float:
        return dict(zip(self.phrases, self.worths, strict=False)).get(phrase, 0.0)


@dataclass(frozen=True, slots=True)
class _Heading:
    """A criterion as it stands in the bank: `where`, with its points if they are given."""

    where: str
    points: float | None
    phrases: tuple[str, ...] = ()
    worths: tuple[float, ...] = ()


_Bank = Mapping[str, Mapping[str, _Heading]]
"""By task, and by the criterion's name."""

Rubric = Mapping[str, tuple[Criterion, ...]]
"""Criteria by the grade id of the task."""


def read_rubric(course: Path, assignment: Assignment) -> Rubric:
    """The rubric of the assignment's tasks; tasks without criteria are left out. Raises `SettingsError`, which names
    the line. The file serves the whole course, so that it may name tasks of other assignments."""
    tasks = [*assignment.tasks, *(t for each in read_course(course).assignments.values() for t in each.tasks)]
    bank = _read_bank(course / BANK_FILE, tasks)
    found = {task.cell: _criteria(task, bank.get(task.cell, {})) for task in assignment.tasks}
    return {cell: criteria for cell, criteria in found.items() if criteria}


def _criteria(task: Task, bank: Mapping[str, _Heading]) -> tuple[Criterion, ...]:
    if task.criteria:
        for name, points in ((each.name, each.points) for each in task.criteria):
            if name in bank and bank[name].points not in (None, points):
                raise SettingsError(
                    f"{bank[name].where}: {name!r} has {bank[name].points:g} points here and {points:g} in the "
                    "assignment's settings; leave the number out here"
                )
        return tuple(
            Criterion(each.name, each.points, heading.phrases, heading.worths)
            for each in task.criteria
            for heading in (bank.get(each.name, _Heading("", None)),)
        )
    told = fsum(heading.points or 0 for heading in bank.values())
    if bank and told != task.points:
        raise SettingsError(
            f"{BANK_FILE}: the criteria of {task.cell!r} add up to {told:g}, and the task has {task.points:g} points"
        )
    return tuple(
        Criterion(name, each.points or 0.0, each.phrases, each.worths) for name, each in bank.items()
    )


def _read_bank(path: Path, tasks: list[Task]) -> _Bank:
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    except UnicodeDecodeError as error:
        raise SettingsError(f"{BANK_FILE} is not UTF-8 text; save it again") from error
    bank: dict[str, dict[str, _Heading]] = {}
    task = name = ""
    for number, line in enumerate(text.splitlines(), 1):
        where = f"{BANK_FILE}, line {number}"
        if line.startswith("# "):
            task, name = line[2:].strip(), ""
            cells = list(dict.fromkeys(each.cell for each in tasks))
            if task not in cells:
                raise SettingsError(f"{where}: no task {task!r}; {known(task, cells)}")
            bank.setdefault(task, {})
        elif line.startswith("## "):
            found = _CRITERION.fullmatch(line)
            if found is None or not task:
                raise SettingsError(f"{where}: write a criterion as '## Name' below '# task', not {line!r}")
            name = found["name"]
            bank[task][name] = _heading(where, name, found["points"], [t for t in tasks if t.cell == task])
        elif line.startswith("- ") and name:
            before = bank[task][name]
            text, worth = phrase_in(line)
            phrases = (*before.phrases, text)
            worths = (*(before.worths or (0.0,) * len(before.phrases)), worth)
            bank[task][name] = _Heading(before.where, before.points, phrases, worths if any(worths) else ())
    return bank


def criterion_in(line: str) -> str:
    """The name in a line that begins a criterion; empty where it is none."""
    found = _CRITERION.fullmatch(line)
    return found["name"] if found else ""


def phrase_in(line: str) -> tuple[str, float]:
    """The words of a phrase's line, and what it is worth; 0 where no points stand behind it."""
    found = _PHRASE.fullmatch(line.rstrip())
    if found is None:
        return line[2:].strip(), 0.0
    return found["text"], float((found["worth"] or "0").replace("−", "-"))


def phrase_line(text: str, worth: float) -> str:
    """The line of a phrase, as `phrase_in` reads it."""
    return f"- {text} ({worth:+g})" if worth else f"- {text}"


def _heading(where: str, name: str, points: str | None, tasks: list[Task]) -> _Heading:
    names = [criterion.name for task in tasks for criterion in task.criteria]
    if names and name not in names:
        raise SettingsError(f"{where}: no criterion {name!r}; {known(name, names)}")
    if points is None and not names:
        raise SettingsError(f"{where}: {name!r} has no points in the settings; write '## {name} (points)'")
    return _Heading(where, None if points is None else float(points))


# The comment that a marker's points for one task are written into, shown alike by formgrader and our pages:
#
#     **The account of the strategy: 9 of 12.** Says what the player does, but not why. The report helps.
#     **Function comments: – of 12.** Docstrings and code disagree in places.
#
#     Whatever else the marker has to say.
#
# A line for each criterion holds its points (a dash while there are none), the phrases that were ticked, and the
# marker's own words. The rest of the comment is free. `given_in` and `comment_of` are inverses, up to spaces and order.


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
            yield f"{criterion.name}: {_format_points(points)} not fit. Give 0 to {criterion.points:g} points."
    if total is not None and not 0 <= total <= most:
        yield f"The task: {_format_points(total)} not fit. Give 0 to {most:g} points."


def _format_points(points: float) -> str:
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
    append_lines(course / "marking" / "phrases.jsonl", lines, mode=0o700)
