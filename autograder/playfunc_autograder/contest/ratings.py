"""One number for each contestant's strength, from all games at once, whatever their order.

The Bradley–Terry model of pairs, and for tables of more the Plackett–Luce model by full breaking (every
pair of a ranking counts), which is consistent for it: Azari Soufiani, Chen, Parkes, Xia, "Generalized
method-of-moments for rank aggregation", NIPS 2013. Fitted by choix's iterative spectral ranking (Maystre
and Grossglauser, "Fast and accurate inference of Plackett–Luce models", NIPS 2015). A tie counts half each
way. Intervals: deals drawn again with replacement, the percentiles of the ratings of 200 such contests.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from playfunc_autograder.contest.formats import Outcome

__all__ = ["Rating", "rate"]

MEAN, SCALE = 1000.0, 400 / math.log(10)
"""As in chess: 1000 is the contest's average, and 400 points more win ten games in eleven."""

PRIOR = 0.1
"""A pull towards the average, so that who lost every game has a rating too."""

RESAMPLES = 200


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating with its 95% interval."""

    rating: float
    low: float
    high: float


def rate(players: int, outcomes: Sequence[Outcome], *, high: bool, seed: int) -> list[Rating]:
    """One rating per contestant; `high` says whether high scores win. Needs choix and numpy."""
    import numpy

    deals = {deal: place for place, deal in enumerate(dict.fromkeys(o.fixture.deal for o in outcomes))}
    beaten = numpy.zeros((len(deals), players, players))
    for outcome in outcomes:
        for pair, weight in _beaten(outcome, high).items():
            beaten[(deals[outcome.fixture.deal], *pair)] += weight
    whole = _fit(beaten.sum(axis=0))
    rng = random.Random(seed)
    drawn = []
    for _ in range(RESAMPLES):
        counts = numpy.bincount(rng.choices(range(len(deals)), k=len(deals)), minlength=len(deals))
        drawn.append(_fit(numpy.tensordot(counts, beaten, axes=1)))
    return [
        Rating(value, *_middle(sorted(fit[player] for fit in drawn))) for player, value in enumerate(whole)
    ]


def _beaten(outcome: Outcome, high: bool) -> dict[tuple[int, int], float]:
    """(winner, loser) → 1, or one half each way for a tie."""
    seats = list(zip(outcome.fixture.players, outcome.scores, strict=True))
    return {
        (a, b): 0.5 if mine == theirs else 1.0
        for (a, mine), (b, theirs) in permutations(seats, 2)
        if mine == theirs or (mine > theirs) == high
    }


def _fit(beaten: Any) -> list[float]:
    """From a matrix of how often row beat column."""
    import choix

    fitted = choix.ilsr_pairwise_dense(beaten, alpha=PRIOR)
    return [MEAN + SCALE * float(value) for value in fitted - fitted.mean()]


def _middle(ordered: Sequence[float]) -> tuple[float, float]:
    return ordered[int(0.025 * len(ordered))], ordered[int(0.975 * len(ordered)) - 1]
