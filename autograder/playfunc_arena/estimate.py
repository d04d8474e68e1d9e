"""A mean with its interval, where these can be computed, and the reason where they cannot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from playfunc.statistics import LEAST_DEALS, TOO_FEW_DEALS

NO_GAME = "no game was played"

TOO_FEW = f"{TOO_FEW_DEALS} (at least {LEAST_DEALS} are needed)"


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its 95% interval, from one value for each of `count` deals. What cannot be computed is `None`,
    and `reason` says why."""

    mean: float | None
    low: float | None
    high: float | None
    count: int
    reason: str = ""


def without_interval(values: Sequence[object]) -> str:
    """Why no interval can be computed from one value per deal; empty where one can."""
    if len(values) < LEAST_DEALS:
        return TOO_FEW
    if all(value == values[0] for value in values):
        return "every deal gave the same result, which leaves nothing to estimate an interval from"
    return ""
