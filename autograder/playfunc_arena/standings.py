"""Who won: one row per contestant, with an interval, a record of wins, and a rating."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from playfunc.statistics import LEAST_DEALS, mean_interval

from playfunc_arena.estimate import NO_GAME, Estimate, without_interval
from playfunc_arena.formats import Format
from playfunc_arena.outcomes import Outcome
from playfunc_arena.ratings import UNRATED, Rating, rate

UNVALUED = Estimate(None, None, None, 0, NO_GAME)

EXACT = 9
"""Decimals to which means are compared: means of the same numbers in another order differ beyond them."""


@dataclass(frozen=True, slots=True)
class Row:
    """A contestant's line. `value` is in the format's unit, one value per deal; a win is a game in which
    no other player scored better, shared wins
    are ties; `first_fault` is the reason of the first fault. A player that was
    `left_out` (why), met no opponent, or played too few deals has no rank; nor have too few deals an interval."""

    rank: int | None
    name: str
    value: Estimate
    games: int
    wins: int
    ties: int
    losses: int
    faults: int
    first_fault: str
    rating: Rating
    left_out: str = ""


def standings(
    form: Format,
    names: Sequence[str],
    outcomes: Sequence[Outcome],
    marks: Mapping[int, float] = MappingProxyType({}),
) -> list[Row]:
    """Best first; equal values share a rank. `marks` are the players whose ratings are known, by their places.

    Nobody is ranked by fewer than `LEAST_DEALS` deals, except where everyone has met everyone in a game that deals
    nothing (`Format.complete`).
    """
    ratings = rate(len(names), outcomes, high=form.high, marks=marks)
    values = {player: _estimate(by_deal) for player, by_deal in form.values(outcomes).items()}
    sign = -1 if form.high else 1
    keys = {player: round(sign * (value.mean or 0.0), EXACT) for player, value in values.items()}
    best_first = sorted(keys.values())
    ranked = {p for p, value in values.items() if form.complete or value.count >= LEAST_DEALS}
    order = sorted(range(len(names)), key=lambda player: (keys.get(player, float("inf")), player))
    records, faults = _records(len(names), outcomes, form.high), _faults(len(names), outcomes)
    return [
        Row(
            1 + bisect_left(best_first, keys[player]) if player in ranked else None,
            names[player],
            values.get(player, UNVALUED),
            *records[player].row,
            len(faults[player]),
            next(iter(faults[player]), ""),
            ratings[player],
        )
        for player in order
    ]


def left_out(name: str, reason: str) -> Row:
    """The row of a player that could not take part."""
    return Row(None, name, UNVALUED, 0, 0, 0, 0, 0, "", UNRATED, reason)


def _estimate(by_deal: Mapping[int, float]) -> Estimate:
    values = list(by_deal.values())
    interval = mean_interval(values)
    if reason := without_interval(values):
        return Estimate(interval.mean, None, None, len(values), reason)
    return Estimate(interval.mean, interval.low, interval.high, len(values))


@dataclass(slots=True)
class _Record:
    wins: int = 0
    ties: int = 0
    losses: int = 0

    @property
    def row(self) -> tuple[int, int, int, int]:
        """Games, wins, ties, losses."""
        return self.wins + self.ties + self.losses, self.wins, self.ties, self.losses


def _records(players: int, outcomes: Sequence[Outcome], high: bool) -> list[_Record]:
    """What each player won, tied and lost, in one pass: contests have a hundred thousand games."""
    records = [_Record() for _ in range(players)]
    for outcome in outcomes:
        best = max(outcome.scores) if high else min(outcome.scores)
        alone = outcome.scores.count(best) == 1
        for player, mine in zip(outcome.fixture.players, outcome.scores, strict=True):
            records[player].wins += mine == best and alone
            records[player].ties += mine == best and not alone
            records[player].losses += mine != best
    return records


def _faults(players: int, outcomes: Sequence[Outcome]) -> list[list[str]]:
    """The reasons of each player's faults, in their order."""
    reasons: list[list[str]] = [[] for _ in range(players)]
    for outcome in outcomes:
        for seat, reason in outcome.faults:
            reasons[outcome.fixture.players[seat]].append(reason)
    return reasons
