"""How far people are with marking, marker by marker, and how well they agree: one page, and text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from playfunc_classroom.pages.report import render
from playfunc_classroom.people.agreement import Agreement, agreement

Given = Mapping[str, Mapping[str, float | None]]
"""Points that people gave, by student and task; `None` where they are still asked."""


@dataclass(frozen=True, slots=True)
class Progress:
    """One marker's share: students in their order, how many are done, and the mean points by task."""

    marker: str
    students: tuple[str, ...]
    done: int
    means: Mapping[str, float | None]


def progress_of(share: Mapping[str, str], given: Given, tasks: Sequence[str]) -> list[Progress]:
    """Each marker's progress; `share` holds the marker of each student."""
    found = []
    for marker in dict.fromkeys(share.values()):
        mine = tuple(student for student, who in share.items() if who == marker)
        done = sum(all(given.get(s, {}).get(task) is not None for task in tasks) for s in mine)
        found.append(
            Progress(
                marker,
                mine,
                done,
                {task: _mean([given.get(s, {}).get(task) for s in mine]) for task in tasks},
            )
        )
    return found


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None


def agreements(first: Given, second: Given, tasks: Sequence[str]) -> dict[str, Agreement]:
    """The agreement on each task, of what both markers have marked."""
    return {
        task: agreement(
            [
                (one, other)
                for student, points in second.items()
                if (other := points.get(task)) is not None
                and (one := first.get(student, {}).get(task)) is not None
            ]
        )
        for task in tasks
    }


def marking_page(
    title: str,
    tasks: Sequence[str],
    parts: Sequence[tuple[str, Sequence[Progress], Given, Mapping[str, str]]],
    agreed: Mapping[str, Agreement],
) -> str:
    """A whole page. `parts` are a heading, the progress, the points given and each student's address."""
    return render("marking.html", title=title, tasks=tasks, parts=parts, agreed=agreed)
