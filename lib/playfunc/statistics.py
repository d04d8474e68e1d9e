"""Means, intervals and win rates. Pure functions; each formula names its source.

Results of the same deal are never independent: everything here takes one value per deal, the playings
with seats rotated already put together.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist, fmean, stdev

from playfunc.game import Better, Played, WinRate

LEAST_DEALS = 10
"""With fewer deals their spread is a poor guess of how much such deals differ: no interval is printed or drawn, and
nobody is ranked. From 7 deals on, a t interval is never wider than the range of what was scored."""

TOO_FEW_DEALS = "too few deals"
"""What is printed in place of such an interval."""


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with its two-sided confidence interval, and how many values it rests on."""

    mean: float
    low: float
    high: float
    count: int

    @property
    def half_width(self) -> float:
        return (self.high - self.low) / 2

    @property
    def too_few(self) -> bool:
        """Whether it rests on fewer than `LEAST_DEALS` values, so that it is not shown."""
        return self.count < LEAST_DEALS

    def between(self, text: str) -> str:
        """The `text` with both ends, such as "{:.0%} to {:.0%}"; `TOO_FEW_DEALS` where they are not shown."""
        return TOO_FEW_DEALS if self.too_few else text.format(self.low, self.high)

    def __str__(self) -> str:
        reach = f"({TOO_FEW_DEALS})" if self.too_few else f"± {self.half_width:.2f}"
        return f"{self.mean:+.2f} {reach}"


def student_quantile(probability: float, freedom: int) -> float:
    """Quantile of Student's t with `freedom` degrees, by expansion around the normal quantile.

    Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.5. Within 0.005 for probabilities up to
    0.975; in the far tail of 3 and 4 degrees too small (by 0.05 at 0.995). One and two degrees, where the
    expansion fails, have exact forms (Shaw, Sampling Student's T distribution, J. Comp. Finance 9, 2006).
    """
    if freedom == 1:
        return math.tan(math.pi * (probability - 0.5))
    if freedom == 2:
        return (2 * probability - 1) / math.sqrt(2 * probability * (1 - probability))
    z: float = NormalDist().inv_cdf(probability)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + math.fsum(term / float(freedom) ** power for power, term in enumerate(terms, 1))


def mean_interval(values: Sequence[float], confidence: float = 0.95) -> Interval:
    """The mean of one value per deal, with its t interval. One value alone gives an infinite interval."""
    if not values:
        raise ValueError("no values to take the mean of")
    mean = fmean(values)
    if len(values) < 2:
        return Interval(mean, -math.inf, math.inf, len(values))
    error = stdev(values) / math.sqrt(len(values))
    reach = student_quantile((1 + confidence) / 2, len(values) - 1) * error
    return Interval(mean, mean - reach, mean + reach, len(values))


def rate_interval(rate: float, standard_error: float, deals: int, confidence: float = 0.95) -> Interval:
    """The t interval of a rate that was measured by so many deals, within 0 and 1. One deal alone tells nothing.

    Few deals tell their own spread badly, and deals that all agree not at all: then the interval is no narrower than
    Wilson's of as many games, two a deal.
    """
    if deals <= 1:
        return Interval(rate, 0.0, 1.0, deals)
    reach = student_quantile((1 + confidence) / 2, deals - 1) * standard_error
    low, high = max(0.0, rate - reach), min(1.0, rate + reach)
    if deals < LEAST_DEALS or not standard_error:
        games = wilson_interval(2 * deals * rate, 2 * deals, confidence)
        low, high = min(low, games.low), max(high, games.high)
    return Interval(rate, low, high, deals)


def wilson_interval(wins: float, count: int, confidence: float = 0.95) -> Interval:
    """Interval of a proportion (Wilson, JASA 22, 1927, 209-212); holds for small counts and at 0 and 1."""
    if count <= 0:
        raise ValueError("no trials to take a proportion of")
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    p = wins / count
    centre = (p + z * z / (2 * count)) / (1 + z * z / count)
    reach = z / (1 + z * z / count) * math.sqrt(p * (1 - p) / count + z * z / (4 * count**2))
    return Interval(p, centre - reach, centre + reach, count)


def share_of_games(deals: Played, better: Better = "high") -> WinRate:
    """The share of games with the better score, equal ones as one half.

    The standard error is that of a mean of one value per deal, because playings of the same deal depend on
    each other. It is never below that of half a deal, so that a short row of wins is not taken for certain.
    """
    if not deals or not all(deals):
        raise ValueError("no deals to compute a chance of winning from")
    values = [fmean(_won(mine, theirs, better) for mine, theirs in deal) for deal in deals]
    error = stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.5
    return WinRate(fmean(values), max(error, 0.5 / len(values)), len(values))


def _won(mine: float, theirs: float, better: Better) -> float:
    return 0.5 if mine == theirs else float((mine > theirs) == (better == "high"))
