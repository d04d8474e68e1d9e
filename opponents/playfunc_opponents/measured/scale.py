"""The scale of a ladder in Elo points: how far its rungs stand apart, and where somebody else stands among them.

A player that is 173.7 · ln(p / (1 - p)) points stronger wins with probability p (Elo, The Rating of Chessplayers, 1978,
in the logistic form). What is won is what marks count: in Hearts a game to 100 points, computed from duplicate deals
(`Game.win`). Every rung is measured against the one below; the weakest has 0 points.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import exp, hypot, log
from statistics import NormalDist

from playfunc.game import WinRate
from playfunc.statistics import Interval

from playfunc_opponents import Ladder, ladder
from playfunc_opponents.measured.calibration import STORE, Contest, Pairing, read_contests

__all__ = ["SCALE", "Level", "Met", "chance", "difference", "levels", "measured_levels", "performance"]

SCALE = 400 / log(10)
"""Elo points for which the odds grow by a factor of e."""

ROOM = 300.0
"""Elo points beyond the rungs somebody met that a rating may go: a row of wins alone says no more."""


@dataclass(frozen=True, slots=True)
class Level:
    """A rung's place on the scale: `elo` points above the weakest rung, with half of its 95% interval; `step` is its
    distance from the rung below (of the weakest: 0), measured in so many deals."""

    name: str
    elo: float
    half_width: float
    step: Interval


@dataclass(frozen=True, slots=True)
class Met:
    """What somebody won against an opponent that stands at `elo`."""

    elo: float
    won: WinRate


def chance(points: float) -> float:
    """The chance of winning against somebody who stands so many Elo points lower."""
    return 1 / (1 + exp(-points / SCALE))


def difference(won: WinRate, confidence: float = 0.95) -> Interval:
    """By how many Elo points somebody stands above an opponent. Raises `ValueError` where all or nothing was won."""
    if not 0 < won.rate < 1:
        raise ValueError(f"{won.rate:.0%} won says on which side the stronger player is, not how far")
    mean = SCALE * log(won.rate / (1 - won.rate))
    reach = _reach(confidence) * SCALE * won.standard_error / (won.rate * (1 - won.rate))
    return Interval(mean, mean - reach, mean + reach, won.deals)


def levels(contests: Mapping[Pairing, Contest], ladder: Ladder, seed: int = 1) -> tuple[Level, ...]:
    """The rungs at a table of two, the weakest first. Raises `ValueError` where a rung was not measured against the
    one below."""
    names = ladder.names(2)
    found = [Level(name, 0.0, 0.0, Interval(0.0, 0.0, 0.0, 0)) for name in names[:1]]
    for worse, better in pairwise(names):
        contest = contests.get(Pairing(ladder.game, 2, better, worse, seed))
        if contest is None or len(contest.margins) < 2:
            raise ValueError(f"{better} was not measured against {worse}, the rung below")
        step, below = difference(contest.win_rate()), found[-1]
        reach = hypot(below.half_width, step.half_width)
        found.append(Level(better, below.elo + step.mean, reach, step))
    return tuple(found)


@lru_cache
def measured_levels(game: str) -> tuple[Level, ...]:
    """The rungs of a game's ladder as they were measured for this version."""
    return levels(read_contests(STORE), ladder(game))


def performance(met: Sequence[Met], confidence: float = 0.95) -> Interval:
    """The rating with which somebody would be expected to win what it won, against these opponents together.

    Every deal counts the same. That is the rating of greatest likelihood if games were won independently; the interval
    comes from the win rates' own errors, because playings of one deal depend on each other. It is at most `ROOM` points
    beyond the opponents' own. The error of their places is not in it, and against other opponents a player may
    do better or worse than its rating says. `docs/strength.md` has the measured coverage.
    """
    if not met:
        raise ValueError("no opponents to compute a rating from")
    rating = _rating(met)
    chances = [chance(rating - each.elo) for each in met]
    slope = sum(each.won.deals * p * (1 - p) for each, p in zip(met, chances, strict=True)) / SCALE
    error = hypot(*(max(each.won.deals * each.won.standard_error, 0.5) for each in met))
    reach = _reach(confidence) * error / slope
    return Interval(rating, rating - reach, rating + reach, sum(each.won.deals for each in met))


def _rating(met: Sequence[Met]) -> float:
    """Where the expected wins are those that were won, by halving."""
    won = sum(each.won.deals * each.won.rate for each in met)
    low, high = min(each.elo for each in met) - ROOM, max(each.elo for each in met) + ROOM
    while high - low > 0.01:
        middle = (low + high) / 2
        expected = sum(each.won.deals * chance(middle - each.elo) for each in met)
        low, high = (middle, high) if expected < won else (low, middle)
    return (low + high) / 2


def _reach(confidence: float) -> float:
    return NormalDist().inv_cdf((1 + confidence) / 2)
