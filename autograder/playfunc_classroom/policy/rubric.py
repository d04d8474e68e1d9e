"""The course's rubric and comment bank: `comments.md`, read into criteria with points and phrases.

# comments                       a task of the notebook, by its grade id
## The account of the strategy (12)    a criterion and its points; they add up to the task's
- Says what, but not why.        a phrase for the marker to pick
- A pleasure to read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import fsum
from pathlib import Path

from playfunc_checks.assignment import ASSIGNMENTS, Assignment
from playfunc_checks.settings import SettingsError

__all__ = ["BANK_FILE", "Criterion", "Rubric", "read_rubric"]

BANK_FILE = "comments.md"

_CRITERION = re.compile(r"## +(?P<name>.+?) *\((?P<points>\d+(?:\.\d+)?)\) *")


@dataclass(frozen=True, slots=True)
class Criterion:
    """What a marker looks for, the most points it is worth, and phrases to say about it."""

    name: str
    points: float
    phrases: tuple[str, ...]


Rubric = Mapping[str, tuple[Criterion, ...]]
"""Criteria by the grade id of the task."""


def read_rubric(course: Path, assignment: Assignment, worth: Mapping[str, float] | None = None) -> Rubric:
    """The course's rubric for the assignment's tasks; empty without a file. Raises `SettingsError`, which names
    the line. The file serves the whole course, so that it may name tasks of other assignments.

    `worth` is the points of each task in the notebook, which the criteria must add up to.
    """
    path = course / BANK_FILE
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    except UnicodeDecodeError as error:
        raise SettingsError(f"{BANK_FILE} is not UTF-8 text; save it again") from error
    rubric = _parse(text)
    for task, points in (worth or {}).items():
        told = fsum(criterion.points for criterion in rubric.get(task, ()))
        if rubric.get(task) and told != points:
            raise SettingsError(
                f"{BANK_FILE}: the criteria of {task!r} add up to {told:g}, the notebook gives {points:g} points"
            )
    return {task: criteria for task, criteria in rubric.items() if task in assignment.tasks}


def _parse(text: str) -> Rubric:
    known = [task for one in ASSIGNMENTS.values() for task in one.tasks]
    rubric: dict[str, tuple[Criterion, ...]] = {}
    task = ""
    for number, line in enumerate(text.splitlines(), 1):
        where = f"{BANK_FILE}, line {number}"
        if line.startswith("# "):
            task = line[2:].strip()
            if task not in known:
                raise SettingsError(f"{where}: no task {task!r}; there are {', '.join(known)}")
            rubric.setdefault(task, ())
        elif line.startswith("## "):
            found = _CRITERION.fullmatch(line)
            if found is None or not task:
                raise SettingsError(
                    f"{where}: write a criterion as '## Name (points)' below '# task', not {line!r}"
                )
            rubric[task] += (Criterion(found["name"], float(found["points"]), ()),)
        elif line.startswith("- ") and task and rubric[task]:
            *others, last = rubric[task]
            phrases = (*last.phrases, line[2:].strip())
            rubric[task] = (*others, Criterion(last.name, last.points, phrases))
    return rubric
