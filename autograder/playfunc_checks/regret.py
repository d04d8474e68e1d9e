"""What a student's moves cost against the best ones, for the report: on public deals, so that it can be shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import fsum

from playfunc.record import GameRecord
from playfunc_opponents import ladder

from playfunc_checks.results import DearMove, Regret

__all__ = ["HANDS", "regret_of"]

HANDS = 2
"""How many records are reviewed: the first public deal from both seats."""

SHOWN = 3
"""How many moves are shown, the dearest first."""


def regret_of(games: Iterable[GameRecord], name: str) -> Regret | None:
    """The regret of the player of this name in the first `HANDS` two-player records against another that were
    played to their end; `None` when there are none, or the game has no reviewer. Nothing is estimated here."""
    duels = [game for game in games if _is_duel(game, name)][:HANDS]
    by = ladder(duels[0].game).load_reviewer() if duels else None
    if by is None:
        return None
    found = by.reviews([_without_memory(game) for game in duels])
    seats = [game.players.index(name) for game in duels]
    dear = [
        DearMove(
            each.record,
            cost.at,
            seat,
            cost.where,
            str(cost),
            cost.lost,
            by.told(each.record, cost.at),
            tuple(each.notes().items()),
        )
        for each, seat in zip(found, seats, strict=True)
        for cost in each.worst(seat, SHOWN)
    ]
    given = fsum(each.given_away(seat) for each, seat in zip(found, seats, strict=True))
    hands = sum(each.hands[seat] for each, seat in zip(found, seats, strict=True))
    dearest = tuple(sorted(dear, key=lambda move: -move.lost)[:SHOWN])
    return Regret(given / max(hands, 1), hands, by.unit, by.against, by.scope, dearest)


def _is_duel(game: GameRecord, name: str) -> bool:
    return len(game.players) == 2 and name in game.players and not game.faults


def _without_memory(game: GameRecord) -> GameRecord:
    return replace(game, moves=tuple(replace(move, memory=None) for move in game.moves))
