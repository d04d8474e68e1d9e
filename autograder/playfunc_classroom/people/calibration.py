"""What everybody marks before the shares: how far apart markers are; and where two of them differ later."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from statistics import median

__all__ = ["Difference", "Spread", "differences", "spreads"]

Points = Mapping[str, Mapping[str, float | None]]
"""By student and task; `None` where they are not given yet."""


@dataclass(frozen=True, slots=True)
class Spread:
    """What markers gave to one task of a submission."""

    student: str
    task: str
    points: Mapping[str, float]
    """By marker; at least one."""

    @property
    def median(self) -> float:
        return median(self.points.values())

    @property
    def range(self) -> float:
        return max(self.points.values()) - min(self.points.values())


@dataclass(frozen=True, slots=True)
class Difference:
    """A task that two people marked otherwise."""

    student: str
    task: str
    first: float
    second: float


def spreads(given: Mapping[str, Points]) -> list[Spread]:
    """By task, and the widest first; `given` is by marker."""
    found: dict[tuple[str, str], dict[str, float]] = {}
    for marker, students in given.items():
        for student, tasks in students.items():
            for task, points in tasks.items():
                if points is not None:
                    found.setdefault((student, task), {})[marker] = points
    made = (Spread(student, task, points) for (student, task), points in found.items())
    return sorted(made, key=lambda each: (each.task, -each.range, each.student))


def differences(first: Points, second: Points) -> list[Difference]:
    """The widest first; what both gave the same is left out."""
    return sorted(
        _differences(first, second),
        key=lambda each: (-abs(each.second - each.first), each.student, each.task),
    )


def _differences(first: Points, second: Points) -> Iterator[Difference]:
    for student, tasks in second.items():
        for task, points in tasks.items():
            before = first.get(student, {}).get(task)
            if points is not None and before is not None and points != before:
                yield Difference(student, task, before, points)
