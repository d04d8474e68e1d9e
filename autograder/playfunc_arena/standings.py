"""Who won: one row per contestant, with an interval, a record of wins, and a rating."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from playfunc.statistics import mean_interval

from playfunc_arena.estimate import NO_GAME, Estimate, without_interval
from playfunc_arena.formats import Format, Outcome
from playfunc_arena.ratings import UNRATED, Rating, rate

__all__ = ["Row", "left_out", "standings"]

UNVALUED = Estimate(None, None, None, 0, NO_GAME)

EXACT = 9
"""Decimals to which means are compared: means of the same numbers in another order differ beyond them."""


@dataclass(frozen=True, slots=True)
class Row:
    """A contestant's line. `value` is in the format's unit, one value per deal; a win is a game in which
    no other player scored better, shared wins
    are ties; `first_fault` is the reason of the first fault. A player that was
    `left_out` (why) or met no opponent has no rank."""

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


def standings(form: Format, names: Sequence[str], outcomes: Sequence[Outcome]) -> list[Row]:
    """Best first; equal values share a rank."""
    ratings = rate(len(names), outcomes, high=form.high)
    values = {player: _estimate(by_deal) for player, by_deal in form.values(outcomes).items()}
    sign = -1 if form.high else 1
    keys = {player: round(sign * (value.mean or 0.0), EXACT) for player, value in values.items()}
    order = sorted(range(len(names)), key=lambda player: (keys.get(player, float("inf")), player))
    return [
        Row(
            1 + sum(other < keys[player] for other in keys.values()) if player in keys else None,
            names[player],
            values.get(player, UNVALUED),
            *_record(player, outcomes, form.high),
            *_faults(player, outcomes),
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


def _record(player: int, outcomes: Sequence[Outcome], high: bool) -> tuple[int, int, int, int]:
    """Games, wins, ties, losses."""
    wins = ties = losses = 0
    for outcome in outcomes:
        if player in outcome.fixture.players:
            mine = outcome.scores[outcome.fixture.players.index(player)]
            best = max(outcome.scores) if high else min(outcome.scores)
            wins += mine == best and outcome.scores.count(best) == 1
            ties += mine == best and outcome.scores.count(best) > 1
            losses += mine != best
    return wins + ties + losses, wins, ties, losses


def _faults(player: int, outcomes: Sequence[Outcome]) -> tuple[int, str]:
    reasons = [
        reason
        for outcome in outcomes
        for seat, reason in outcome.faults
        if outcome.fixture.players[seat] == player
    ]
    return len(reasons), reasons[0] if reasons else ""
