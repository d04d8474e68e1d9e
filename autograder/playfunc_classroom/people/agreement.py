"""How well two markers agree on the same submissions: Cohen's weighted kappa.

J. Cohen, "Weighted kappa: nominal scale agreement with provision for scaled disagreement or partial credit",
Psychological Bulletin 70 (1968), 213–220. With squared differences as weights it is close to the intraclass
correlation of the two (J. L. Fleiss and J. Cohen, Educational and Psychological Measurement 33, 1973, 613–619).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from statistics import fmean, median

FEW = 20
"""With fewer pairs than this the number is rough, and is said to be."""


def squared(one: float, other: float) -> float:
    """The disagreement that counts large differences most."""
    return (one - other) ** 2


def weighted_kappa(
    pairs: Sequence[tuple[float, float]], disagreement: Callable[[float, float], float] = squared
) -> float | None:
    """1 where both always agree, 0 where they agree only as often as if the same points were assigned at random.

    Below 0 is worse than chance. `None` without pairs, and where both gave everybody the same points, for
    then chance explains all that there is.
    """
    count = len(pairs)
    if not count:
        return None
    first, second = (Counter(column) for column in zip(*pairs, strict=True))
    by_lot = fsum(n * m * disagreement(a, b) for a, n in first.items() for b, m in second.items()) / count**2
    if by_lot == 0:
        return None
    return 1 - fmean(disagreement(a, b) for a, b in pairs) / by_lot


@dataclass(frozen=True, slots=True)
class Agreement:
    """Two markers on one task: pairs marked, kappa, how much higher the second marks, the largest difference."""

    count: int
    kappa: float | None
    shift: float
    largest: float

    def __str__(self) -> str:
        if not self.count:
            return "nothing marked twice yet"
        kappa = "not defined (all the same points)" if self.kappa is None else f"{self.kappa:.2f}"
        rough = f"; rough, for {FEW} and more are usual" if self.count < FEW else ""
        return (
            f"{self.count} marked twice, weighted kappa {kappa}{rough}; the second marker gives "
            f"{self.shift:+.1f} points on average, the largest difference is {self.largest:g}"
        )


def agreement(pairs: Sequence[tuple[float, float]]) -> Agreement:
    """How the pairs (first marker's points, second marker's points) agree."""
    differences = [second - first for first, second in pairs]
    return Agreement(
        len(pairs),
        weighted_kappa(pairs),
        fmean(differences) if differences else 0.0,
        max(map(abs, differences), default=0.0),
    )


# What everybody marks before the shares: how far apart markers are; and where two of them differ later.


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
