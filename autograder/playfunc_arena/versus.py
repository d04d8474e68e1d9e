"""Head to head: by how much one player did better than another where they met."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from playfunc.statistics import mean_interval

from playfunc_arena.estimate import without_interval
from playfunc_arena.formats import Format
from playfunc_arena.outcomes import Outcome


@dataclass(frozen=True, slots=True)
class Pair:
    """Players by their places, `a` before `b`, that met in so many `deals`. `mean` is what `a` got there less what `b`
    got, in the format's unit, and `half_width` half of its 95% interval, `None` where there is none."""

    a: int
    b: int
    deals: int
    mean: float
    half_width: float | None


def head_to_head(form: Format, outcomes: Sequence[Outcome]) -> list[Pair]:
    """All pairs that met, in the order of their places."""
    return [_pair(*pair, list(by.values())) for pair, by in sorted(form.differences(outcomes).items())]


def _pair(a: int, b: int, differences: Sequence[float]) -> Pair:
    interval = mean_interval(differences)
    half_width = None if without_interval(differences) else interval.half_width
    return Pair(a, b, len(differences), interval.mean, half_width)
