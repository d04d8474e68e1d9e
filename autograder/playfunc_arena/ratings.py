"""One number for each contestant's strength, from all games at once, whatever their order.

The Bradley–Terry model of pairs, and for tables of more the Plackett–Luce model by full breaking (every
pair of a ranking counts), which is consistent for it: Azari Soufiani, Chen, Parkes, Xia, "Generalized
method-of-moments for rank aggregation", NIPS 2013. Fitted by Hunter's minorization ("MM algorithms for
generalized Bradley–Terry models", Annals of Statistics 32, 2004). A tie counts half each way. Intervals:
deals drawn again with replacement, the percentiles of the ratings of 200 such contests.

Plain Python, because a student's installation has neither numpy nor scipy.
"""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import fsum
from typing import TypeAlias

from playfunc_arena.estimate import NO_GAME, without_interval
from playfunc_arena.formats import Outcome

__all__ = ["UNRATED", "Rating", "rate"]

Beaten: TypeAlias = Mapping[tuple[int, int], float]
"""(winner, loser) → how often."""

MEAN, SCALE = 1000.0, 400 / math.log(10)
"""As in chess: 1000 is the contest's average, and 400 points more win ten games in eleven."""

PRIOR = 0.1
"""Wins, and as many losses, that every contestant has beside its games, in equal parts against each other one: a
contestant that lost every game has a rating too."""

RESAMPLES = 200

CLOSE = 1e-4
"""The fit ends when no strength changes by a larger part of itself, a fiftieth of a rating point."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating with its 95% interval. What cannot be computed is `None`, and `reason` says why."""

    rating: float | None
    low: float | None
    high: float | None
    reason: str = ""


UNRATED = Rating(None, None, None, NO_GAME)


def rate(players: int, outcomes: Sequence[Outcome], *, high: bool, seed: int) -> list[Rating]:
    """One rating per contestant; `high` says whether high scores win. A contestant without a game has none."""
    deals: dict[int, Counter[tuple[int, int]]] = {}
    for outcome in outcomes:
        deals.setdefault(outcome.fixture.deal, Counter()).update(_beaten(outcome, high))
    each = list(deals.values())
    prior = dict.fromkeys(permutations(range(players), 2), PRIOR / (players - 1))
    whole = _fit([prior, *each], [1.0] * players)
    played = {player for outcome in outcomes for player in outcome.fixture.players}
    reason = without_interval(each)
    bounds = [(None, None)] * players if reason else _bounds(prior, each, whole, seed)
    return [
        Rating(value, low, high, reason) if player in played else UNRATED
        for player, (value, (low, high)) in enumerate(zip(_ratings(whole), bounds, strict=True))
    ]


def _bounds(
    prior: Beaten, each: Sequence[Beaten], whole: Sequence[float], seed: int
) -> Sequence[tuple[float, float]]:
    """The interval of each rating."""
    rng = random.Random(seed)
    drawn = [_ratings(_fit([prior, *rng.choices(each, k=len(each))], whole)) for _ in range(RESAMPLES)]
    return [_middle(sorted(ratings)) for ratings in zip(*drawn, strict=True)]


def _beaten(outcome: Outcome, high: bool) -> dict[tuple[int, int], float]:
    """(winner, loser) → 1, or one half each way for a tie."""
    seats = list(zip(outcome.fixture.players, outcome.scores, strict=True))
    return {
        (a, b): 0.5 if mine == theirs else 1.0
        for (a, mine), (b, theirs) in permutations(seats, 2)
        if mine == theirs or (mine > theirs) == high
    }


def _fit(deals: Sequence[Beaten], start: Sequence[float]) -> list[float]:
    """The most likely strengths: one of strength s beats one of strength t with probability s / (s + t)."""
    wins = [0.0] * len(start)
    met: list[dict[int, float]] = [defaultdict(float) for _ in start]
    for beaten in deals:
        for (winner, loser), count in beaten.items():
            wins[winner] += count
            met[winner][loser] += count
            met[loser][winner] += count
    games = [list(counts.items()) for counts in met]
    strengths, change = list(start), 1.0
    while change > CLOSE:
        change = 0.0
        for player, before in enumerate(strengths):
            after = wins[player] / fsum(count / (before + strengths[other]) for other, count in games[player])
            change = max(change, abs(after / before - 1))
            strengths[player] = after
    return strengths


def _ratings(strengths: Sequence[float]) -> list[float]:
    logarithms = [math.log(strength) for strength in strengths]
    average = fsum(logarithms) / len(logarithms)
    return [MEAN + SCALE * (value - average) for value in logarithms]


def _middle(ordered: Sequence[float]) -> tuple[float, float]:
    return ordered[int(0.025 * len(ordered))], ordered[int(0.975 * len(ordered)) - 1]
