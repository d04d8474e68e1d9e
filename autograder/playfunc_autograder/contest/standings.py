"""Who won: one row per contestant, with an interval, a record of wins, and a rating."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from playfunc.statistics import Interval, mean_interval

from playfunc_autograder.contest.formats import Format, Outcome
from playfunc_autograder.contest.ratings import Rating, rate

__all__ = ["Row", "standings"]


@dataclass(frozen=True, slots=True)
class Row:
    """A contestant's line. `value` is in the format's unit, one value per deal; a win is a game in which
    nobody scored better, shared wins are ties; `first_fault` is the reason of the first fault."""

    rank: int
    name: str
    value: Interval
    games: int
    wins: int
    ties: int
    losses: int
    faults: int
    first_fault: str
    rating: Rating


def standings(form: Format, names: Sequence[str], outcomes: Sequence[Outcome], seed: int) -> list[Row]:
    """Best first; equal values share a rank."""
    values = form.values(outcomes)
    ratings = rate(len(names), outcomes, high=form.high, seed=seed)
    means = {player: mean_interval(list(by_deal.values())) for player, by_deal in values.items()}
    sign = -1 if form.high else 1
    keys = {player: sign * mean.mean for player, mean in means.items()}
    order = sorted(keys, key=lambda player: (keys[player], player))
    better = [sum(other < keys[player] for other in keys.values()) for player in order]
    return [
        Row(
            place + 1,
            names[player],
            means[player],
            *_record(player, outcomes, form.high),
            *_faults(player, outcomes),
            ratings[player],
        )
        for place, player in zip(better, order, strict=True)
    ]


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
