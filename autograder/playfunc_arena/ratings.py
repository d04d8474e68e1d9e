"""One number for each contestant's strength, from all games at once, whatever their order.

The Bradley–Terry model of pairs, and for tables of more the Plackett–Luce model by full breaking (every
pair of a ranking counts), which is consistent for it: Azari Soufiani, Chen, Parkes, Xia, "Generalized
method-of-moments for rank aggregation", NIPS 2013. A tie counts half each way. The likelihood is concave in the
logarithms of the strengths (Hunter, "MM algorithms for generalized Bradley–Terry models", Annals of Statistics 32,
2004) and is climbed by Newton's steps, one contestant after the other.

Intervals are analytic: the sandwich estimator with one cluster for each deal, because games of the same deal depend
on each other (White, "Maximum likelihood estimation of misspecified models", Econometrica 50, 1982; Liang and Zeger,
Biometrika 73, 1986). Everything is kept as sparse lists of pairs that met, so thousands of contestants fit.

Plain Python, because a student's installation has neither numpy nor scipy."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import fsum
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from playfunc.codec import decode
from playfunc.statistics import LEAST_DEALS, TOO_FEW_DEALS, student_quantile

from playfunc_arena.formats import Outcome

if TYPE_CHECKING:
    from playfunc_autograder.players import NamedPlayer

NO_GAME = "no game was played"

TOO_FEW = f"{TOO_FEW_DEALS} (at least {LEAST_DEALS} are needed)"


def without_interval(values: Sequence[object]) -> str:
    """Why no interval can be computed from one value per deal; empty where one can."""
    if len(values) < LEAST_DEALS:
        return TOO_FEW
    if all(value == values[0] for value in values):
        return "every deal gave the same result, which leaves nothing to estimate an interval from"
    return ""


def inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """The inverse of a positive definite matrix, by Gauss and Jordan's elimination without exchanging rows. Raises
    `ZeroDivisionError` for a matrix that has none."""
    size = len(matrix)
    rows = [[*line, *(float(place == other) for other in range(size))] for place, line in enumerate(matrix)]
    for pivot in range(size):
        scale = 1 / rows[pivot][pivot]
        rows[pivot] = [value * scale for value in rows[pivot]]
        for place, line in enumerate(rows):
            share = line[pivot]
            if place != pivot and share:
                rows[place] = [value - share * own for value, own in zip(line, rows[pivot], strict=True)]
    return [line[size:] for line in rows]


Beaten: TypeAlias = Sequence[tuple[int, int, float, float]]
"""Pairs that met in one deal: `(one, other, wins of one, wins of the other)`."""

MEAN, SCALE = 1000.0, 400 / math.log(10)
"""As in chess: 1000 is the contest's average, and 400 points more win ten games in eleven."""

PRIOR = 0.1
"""Wins, and as many losses, against an average contestant that every contestant has beside its games: a
contestant that lost every game has a rating too."""

CLOSE = 1e-5
"""The fit ends when no strength changes by a larger part of itself, a five-hundredth of a rating point."""

WIDEST = 1000
"""Half of the widest interval that is given: 1000 points more win 316 games in 317."""

WHOLE = 60
"""Contestants up to which the information matrix is inverted. Beyond, its diagonal does: everyone has met many others
by then, and what is left out is of the order of one part in the number of opponents."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating with its 95% interval. What cannot be computed is `None`, and `reason` says why."""

    rating: float | None
    low: float | None
    high: float | None
    reason: str = ""


UNRATED = Rating(None, None, None, NO_GAME)


def rate(
    players: int,
    outcomes: Iterable[Outcome],
    *,
    high: bool,
    marks: Mapping[int, float] = MappingProxyType({}),
) -> list[Rating]:
    """One rating per contestant; `high` says whether high scores win. A contestant without a game has none.

    `marks` are contestants whose ratings are known and stay as they are, so that ratings of different contests can be
    compared; without any, the average of all is `MEAN`. `outcomes` are read once.
    """
    each = _by_deal(players, outcomes, high)
    fixed = {player: (rating - MEAN) / SCALE for player, rating in marks.items()}
    fit = _Fit.of(players, each, fixed)
    reason = without_interval(each)
    reaches = [None] * players if reason else _reaches(fit, each, fixed)
    return [
        _rating(MEAN + SCALE * fit.place(player), reach, reason) if fit.met[player] else UNRATED
        for player, reach in enumerate(reaches)
    ]


def _rating(rating: float, reach: float | None, reason: str) -> Rating:
    if reach is None:
        return Rating(rating, None, None, reason or TOO_FEW)
    if SCALE * reach > WIDEST:
        return Rating(rating, None, None, "nearly all games were won, or nearly all lost")
    return Rating(rating, rating - SCALE * reach, rating + SCALE * reach)


def _by_deal(players: int, outcomes: Iterable[Outcome], high: bool) -> list[Beaten]:
    """The pairs of each deal. A win counts one, a tie one half for both."""
    deals: dict[int, dict[int, float]] = {}
    for outcome in outcomes:
        won = deals.setdefault(outcome.fixture.deal, {})
        seats = sorted(zip(outcome.fixture.players, outcome.scores, strict=True))
        for (one, mine), (other, theirs) in combinations(seats, 2):
            both = 0.5 if mine == theirs else float((mine > theirs) == high)
            won[one * players + other] = won.get(one * players + other, 0.0) + both
            won[other * players + one] = won.get(other * players + one, 0.0) + 1 - both
    return [
        tuple(
            (pair // players, pair % players, count, won[pair % players * players + pair // players])
            for pair, count in won.items()
            if pair // players < pair % players
        )
        for won in deals.values()
    ]


@dataclass(frozen=True, slots=True)
class _Fit:
    """The most likely strengths: one of strength s beats one of strength t with probability s / (s + t).

    `wins[player]` and `met[player]`, pairs of an opponent and the number of games against it, are all games at once.
    `shift` moves logarithms of strengths to the scale of ratings.
    """

    strengths: list[float]
    wins: list[float]
    met: list[list[tuple[int, float]]]
    shift: float

    @classmethod
    def of(cls, players: int, deals: Sequence[Beaten], fixed: Mapping[int, float]) -> _Fit:
        wins, met = _counted(players, deals)
        strengths = [math.exp(fixed.get(player, 0.0)) for player in range(players)]
        free = [player for player in range(players) if player not in fixed and met[player]]
        change = 1.0
        while change > CLOSE:
            change = max([_sweep(strengths, wins, met, free), _together(strengths, wins, met, free, fixed)])
        rated = [math.log(strengths[player]) for player in range(players) if met[player]]
        return cls(strengths, wins, met, 0.0 if fixed or not rated else -fsum(rated) / len(rated))

    def place(self, player: int) -> float:
        """The logarithm of a player's strength, on the scale of ratings."""
        return math.log(self.strengths[player]) + self.shift

    def chance(self, one: int, other: int) -> float:
        """How likely `one` beats the `other`."""
        return self.strengths[one] / (self.strengths[one] + self.strengths[other])

    def information(self, player: int) -> float:
        """The entry of the information matrix on its diagonal, for the logarithm of the strength."""
        alone = self.strengths[player] / (self.strengths[player] + 1)
        games = ((count, self.chance(player, other)) for other, count in self.met[player])
        return 2 * PRIOR * alone * (1 - alone) + fsum(count * p * (1 - p) for count, p in games)

    def lopsided(self, player: int) -> bool:
        """Whether all games were won or all lost, which leaves no spread to estimate an interval from."""
        return self.wins[player] in (0.0, fsum(count for _, count in self.met[player]))


def _counted(players: int, deals: Sequence[Beaten]) -> tuple[list[float], list[list[tuple[int, float]]]]:
    """The number of wins, and the opponents met with the number of games, by player."""
    wins = [0.0] * players
    met: list[dict[int, float]] = [{} for _ in range(players)]
    for beaten in deals:
        for one, other, mine, theirs in beaten:
            wins[one] += mine
            wins[other] += theirs
            met[one][other] = met[other][one] = met[one].get(other, 0.0) + mine + theirs
    return wins, [list(counts.items()) for counts in met]


def _sweep(
    strengths: list[float], wins: Sequence[float], met: Sequence[list[tuple[int, float]]], free: Sequence[int]
) -> float:
    """A Newton step for each free player in turn; the largest change of a strength, as a part of it."""
    change = 0.0
    for player in free:
        before = strengths[player]
        alone = before / (before + 1)
        chances = [(count, before / (before + strengths[other])) for other, count in met[player]]
        gained = wins[player] + PRIOR * (1 - 2 * alone) - fsum([count * p for count, p in chances])
        slope = 2 * PRIOR * alone * (1 - alone) + fsum([count * p * (1 - p) for count, p in chances])
        factor = math.exp(max(-1.0, min(1.0, gained / slope)))
        change = max(change, abs(factor - 1))
        strengths[player] = before * factor
    return change


def _together(
    strengths: list[float],
    wins: Sequence[float],
    met: Sequence[list[tuple[int, float]]],
    free: Sequence[int],
    fixed: Mapping[int, float],
) -> float:
    """One Newton step for all free players at once, against the marks and the prior: only a few games hold the level of
    all, and sweeps would take thousands to find it. The change, as a part of a strength."""
    gained, slope = 0.0, 0.0
    for player in free:
        alone = strengths[player] / (strengths[player] + 1)
        gained += PRIOR * (1 - 2 * alone)
        slope += 2 * PRIOR * alone * (1 - alone)
    for mark in fixed:
        gained -= wins[mark]
        for other, count in met[mark]:
            chance = strengths[mark] / (strengths[mark] + strengths[other])
            gained += count * chance
            slope += count * chance * (1 - chance) * (other not in fixed)
    factor = math.exp(max(-1.0, min(1.0, gained / slope))) if slope else 1.0
    for player in free:
        strengths[player] *= factor
    return abs(factor - 1)


def _reaches(fit: _Fit, deals: Sequence[Beaten], fixed: Mapping[int, float]) -> list[float | None]:
    """Half of each 95% interval of the logarithm of the strength: 0 for a mark, `None` after too few deals."""
    players = len(fit.strengths)
    surprises = (_surprises(fit, beaten) for beaten in deals)
    count = Counter(player for beaten in deals for player in {who for pair in beaten for who in pair[:2]})
    free = [player for player in range(players) if fit.met[player] and player not in fixed]
    whole = len(free) <= WHOLE
    spread = (_whole if whole else _diagonal)(fit, surprises, free, centred=not fixed)
    reaches: list[float | None] = [0.0 if player in fixed else None for player in range(players)]
    for player in free:
        if count[player] >= LEAST_DEALS:
            more = count[player] / (count[player] - 1)
            reach = student_quantile(0.975, count[player] - 1)
            reaches[player] = reach * math.sqrt(more * spread[player])
    return reaches


def _surprises(fit: _Fit, beaten: Beaten) -> dict[int, float]:
    """By player, its wins in a deal less those expected: the deal's part of the score function."""
    found: dict[int, float] = {}
    for one, other, mine, theirs in beaten:
        unexpected = mine - (mine + theirs) * fit.chance(one, other)
        found[one] = found.get(one, 0.0) + unexpected
        found[other] = found.get(other, 0.0) - unexpected
    return found


def _whole(
    fit: _Fit, surprises: Iterable[Mapping[int, float]], free: Sequence[int], *, centred: bool
) -> dict[int, float]:
    """The variances by the inverse of the information matrix."""
    row = {player: place for place, player in enumerate(free)}
    matrix = [[0.0] * len(free) for _ in free]
    for player, place in row.items():
        matrix[place][place] = fit.information(player)
        for other, count in fit.met[player]:
            if other in row:
                chance = fit.chance(player, other)
                matrix[place][row[other]] -= count * chance * (1 - chance)
    cover = inverse(matrix)
    if centred:
        cover = _centred(cover)
    moved = [0.0] * len(free)
    for each in surprises:
        known = [(row[player], surprise) for player, surprise in each.items() if player in row]
        for place, line in enumerate(cover):
            moved[place] += fsum([line[other] * surprise for other, surprise in known]) ** 2
    return {
        player: cover[place][place] if fit.lopsided(player) else moved[place] for player, place in row.items()
    }


def _centred(cover: Sequence[Sequence[float]]) -> list[list[float]]:
    """For ratings that are measured from their average."""
    means = [fsum(column) / len(cover) for column in zip(*cover, strict=True)]
    return [[value - mean for value, mean in zip(line, means, strict=True)] for line in cover]


def _diagonal(
    fit: _Fit, surprises: Iterable[Mapping[int, float]], free: Sequence[int], *, centred: bool
) -> dict[int, float]:
    """The variances by the diagonal of the information matrix; those of the distance to the marks are added."""
    information = {player: fit.information(player) for player in free}
    moved = dict.fromkeys(free, 0.0)
    together = 0.0
    for each in surprises:
        own = {player: surprise for player, surprise in each.items() if player in moved}
        for player, surprise in own.items():
            moved[player] += surprise**2
        together += fsum(own.values()) ** 2
    apart = 0.0
    if not centred:
        apart = together / _bound(fit, information) ** 2
    return {
        player: (1 / info if fit.lopsided(player) else moved[player] / info**2) + apart
        for player, info in information.items()
    }


def _bound(fit: _Fit, free: Mapping[int, float]) -> float:
    """How much the games between free players and marks tell of the distance between them."""
    return fsum(
        count * fit.chance(player, other) * fit.chance(other, player)
        for player in free
        for other, count in fit.met[player]
        if other not in free
    )


# Built-in players as fixed marks on the scale of ratings, so that ratings of different runs can be compared.
#
# What each opponent of a game is rated in each contest is measured once, in a contest among them, and kept as data.
# `playfunc_arena.calibration` has the command that measures them again.


STORE = Path(__file__).with_name("marks.json")
"""The measured contests that come with this version."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A contest among the opponents of a game alone: what each is rated, from the weakest at `ANCHOR` of
    `playfunc_arena.calibration`, and half of the 95% interval that its distance from their average has."""

    deals: int
    seed: int
    ratings: Mapping[str, float]
    half_widths: Mapping[str, float]


def marks_of(contest: str, players: Sequence[NamedPlayer]) -> dict[int, float]:
    """The ratings that are known of the players of a contest, by place: those of opponents that were measured. There
    are none in a contest among such opponents alone, which is there to measure them."""
    known = measured_contests().get(contest)
    found = {} if known is None else known.ratings
    marks = {
        place: found[player.name]
        for place, player in enumerate(players)
        if player.source is None and player.name in found
    }
    return marks if len(marks) < len(players) else {}


@cache
def measured_contests() -> Mapping[str, Measured]:
    """All contests whose opponents have been measured, by name."""
    contests = json.loads(STORE.read_text(encoding="utf-8"))["contests"]
    return {name: decode(json.dumps(each), Measured) for name, each in contests.items()}
