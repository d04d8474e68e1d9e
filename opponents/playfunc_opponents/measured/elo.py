"""The scale of a ladder in Elo points: how far its baselines stand apart, and where somebody else stands among them.

A player that is 173.7 · ln(p / (1 - p)) points stronger wins with probability p (Elo, The Rating of Chessplayers, 1978,
in the logistic form). What is won is what marks count: in Hearts a game to 100 points, computed from duplicate deals
(`Game.win`). Every baseline is measured against the one below; the weakest has 0 points.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations, pairwise
from math import exp, hypot, log
from statistics import NormalDist

from playfunc.game import WinRate
from playfunc.games import game
from playfunc.statistics import Interval

from playfunc_opponents import Ladder, ladder
from playfunc_opponents.measured.calibration import STORE, Contest, Pairing, read_contests

SCALE = 400 / log(10)
"""Elo points for which the odds grow by a factor of e."""

ROOM = 300.0
"""Elo points beyond the baselines somebody met that a rating may go: a row of wins alone says no more."""


@dataclass(frozen=True, slots=True)
class Level:
    """A baseline's place on the scale: `elo` points above the weakest baseline, with half of its 95% interval; `step`
    is its distance from the baseline below (of the weakest: 0), measured in so many deals."""

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
    """The baselines at a table of two, the weakest first. Raises `ValueError` where a baseline was not measured
    against the one below."""
    names = ladder.names(2)
    found = [Level(name, 0.0, 0.0, Interval(0.0, 0.0, 0.0, 0)) for name in names[:1]]
    for worse, better in pairwise(names):
        contest = contests.get(Pairing(ladder.game, 2, better, worse, seed))
        if contest is None or len(contest.margins) < 2:
            raise ValueError(f"{better} was not measured against {worse}, the baseline below")
        step, below = difference(contest.win_rate()), found[-1]
        reach = hypot(below.half_width, step.half_width)
        found.append(Level(better, below.elo + step.mean, reach, step))
    return tuple(found)


@lru_cache
def measured_levels(game: str) -> tuple[Level, ...]:
    """The baselines of a game's ladder as they were measured for this version."""
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


Contests = Mapping[Pairing, Contest]


def neighbours(contests: Contests, ladder: Ladder, seats: int) -> str:
    """Each landmark against the one below, as a table in Markdown."""
    pairs = pairwise(ladder.landmarks(seats))
    found = (_between(contests, ladder.game, seats, better, worse) for worse, better in pairs)
    return _differences(chain.from_iterable(found), ladder, seats)


def wins(contests: Contests, ladder: Ladder) -> str:
    """Every pair of landmarks for two, by the share of games won, which is what a mark is about."""
    return _table(
        ("", _won(ladder), "99%", ladder.unit, "deals"),
        (
            _won_row(contest)
            for better, worse in combinations(reversed(ladder.landmarks(2)), 2)
            for contest in _between(contests, ladder.game, 2, better, worse)
        ),
    )


def _won(ladder: Ladder) -> str:
    return f"{game(ladder.game).win.won} won"


def _won_row(contest: Contest) -> tuple[str, ...]:
    won, pairing = contest.win_rate(), contest.pairing
    reach = NormalDist().inv_cdf(0.995) * won.standard_error
    return (
        f"`{pairing.first}` over `{pairing.second}`",
        f"{won.rate:.1%}",
        f"{max(won.rate - reach, 0):.1%} … {min(won.rate + reach, 1):.1%}",
        f"{contest.interval().mean:+.1f}",
        str(len(contest.margins)),
    )


def every_pair(contests: Contests, ladder: Ladder, seats: int) -> str:
    """Everything measured at such a table that neither `neighbours` nor `baselines` shows."""
    shown = {*pairwise(ladder.landmarks(seats)), *pairwise(ladder.names(seats))}
    found = (
        contest
        for pairing, contest in contests.items()
        if (pairing.game, pairing.seats) == (ladder.game, seats)
        and (pairing.second, pairing.first) not in shown
        and len(contest.margins) > 1
    )
    return _differences(found, ladder, seats)


def baselines(contests: Contests, ladder: Ladder) -> str:
    """Every baseline on the scale, with its distance from the one below."""
    return _table(
        ("baseline", "Elo", "95%", "above the one below", "95%", "deals"),
        (
            (
                f"**`{level.name}`**" if level.name in ladder.tiers else f"`{level.name}`",
                f"{level.elo:.0f}",
                f"± {level.half_width:.0f}" if level.step.count else "",
                f"{level.step.mean:+.0f}" if level.step.count else "",
                f"± {level.step.half_width:.0f}" if level.step.count else "",
                str(level.step.count or ""),
            )
            for level in levels(contests, ladder)
        ),
    )


def handout(contests: Contests, ladder: Ladder, seats: int, threshold: float) -> str:
    """Reference players against the opponents. At a table of two what they win, in bold from `threshold` on, and in
    brackets the mean difference of scores; at a larger one this difference."""
    tiers = ladder.tiers
    rows = []
    for reference in ladder.references:
        met = [_between(contests, ladder.game, seats, reference, tier) for tier in tiers]
        told = (_told(found[0], threshold) if found else "not measured" for found in met)
        rows.append((f"`{reference}`", *told))
    return _table(("player", *(f"against {_several(seats)}`{tier}`" for tier in tiers)), rows)


def _told(contest: Contest, threshold: float) -> str:
    points = contest.interval()
    better = f"{points.mean:+.1f}" + ("" if points.too_few else f" ± {points.half_width:.1f}")
    if contest.pairing.seats > 2:
        return better
    rate = contest.win_rate().rate
    text = f"{rate:.0%} ({better})"
    return f"**{text}**" if rate >= threshold else text


def _between(contests: Contests, game: str, seats: int, first: str, second: str) -> list[Contest]:
    return [
        contest
        for pairing, contest in contests.items()
        if (pairing.game, pairing.seats, pairing.first, pairing.second) == (game, seats, first, second)
        and len(contest.margins) > 1
    ]


def _differences(contests: Iterable[Contest], ladder: Ladder, seats: int) -> str:
    won = [_won(ladder)] if seats == 2 else []
    return _table(("", ladder.unit, "95%", "99%", *won, "deals"), map(_row, contests))


def _row(contest: Contest) -> tuple[str, ...]:
    pairing, narrow, wide = contest.pairing, contest.interval(0.95), contest.interval(0.99)
    won = [f"{contest.win_rate().rate:.1%}"] if pairing.seats == 2 else []
    spans = [each.between("{:+.2f} … {:+.2f}") for each in (narrow, wide)]
    name = f"`{pairing.first}` over {_several(pairing.seats)}`{pairing.second}`"
    return (name, f"{narrow.mean:+.2f}", *spans, *won, str(len(contest.margins)))


def _several(seats: int) -> str:
    """Before the name of those who take the other seats."""
    return "" if seats == 2 else "three of "


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown, the first column to the left."""
    marks = ["---"] + ["---:"] * (len(head) - 1)
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, marks, *rows))
