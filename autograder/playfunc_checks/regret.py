"""What a student's moves cost against the best ones, for the report: on public deals, so that it can be shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from playfunc.costs import total_of
from playfunc.record import GameRecord
from playfunc_opponents import ladder
from playfunc_opponents.reviewer import told

from playfunc_checks.results import Regret

__all__ = ["RECORDS", "regret_of"]

RECORDS = 2
"""How many records are reviewed: the first public deal from both seats."""

SHOWN = 3
"""How many moves are shown, the costliest first."""


def regret_of(games: Iterable[GameRecord], name: str) -> Regret | None:
    """The regret of the player of this name in the first `RECORDS` two-player records against another that were
    played to their end; `None` when there are none, or the game has no reviewer."""
    duels = [_without_memory(game) for game in games if _is_duel(game, name)][:RECORDS]
    reviewer = ladder(duels[0].game).load_reviewer() if duels else None
    if reviewer is None:
        return None
    reviews = [(review, review.record.players.index(name)) for review in map(reviewer.review, duels)]
    costs = [cost for review, seat in reviews for cost in review.of_seat(seat)]
    played = sum(review.played[seat] for review, seat in reviews)
    mean = total_of(costs, reviewer.unit).per(max(played, 1))
    costly = [cost for review, seat in reviews for cost in reviewer.worst(review, seat, SHOWN)]
    return Regret(
        mean.lost,
        played,
        reviewer.unit,
        reviewer.played,
        reviewer.against,
        tuple(sorted(costly, key=lambda cost: -cost.lost)[:SHOWN]),
        mean.margin,
        mean.exact,
        mean.unmeasured,
        told(costs),
    )


def _is_duel(game: GameRecord, name: str) -> bool:
    return len(game.players) == 2 and name in game.players and not game.faults


def _without_memory(game: GameRecord) -> GameRecord:
    return replace(game, moves=tuple(replace(move, memory=None) for move in game.moves))
