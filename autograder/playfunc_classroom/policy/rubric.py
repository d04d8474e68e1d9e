"""The rubric with its phrases: criteria and points from the assignment's settings, phrases from `comments.md`.

# comments                       a task of the notebook, by its grade id
## The account of the strategy   a criterion of the task
- Says what, but not why.        a phrase for the marker to pick
- A pleasure to read.
- No word on why. (-4)         its points: what ticking it adds to those of the criterion, or takes off

A task without criteria in the settings may have them here, with their points: `## The account of the strategy (12)`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import fsum
from pathlib import Path

from playfunc_checks.assignment import Assignment
from playfunc_checks.course import read_course
from playfunc_checks.parts import Task
from playfunc_checks.settings import SettingsError, known

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
