"""What a student's moves cost against perfect play, for the report: on public deals, so that it can be shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from playfunc.record import GameRecord

from playfunc_autograder.results import DearMove, Regret

__all__ = ["HANDS", "regret_of"]

HANDS = 2
"""How many hands are reviewed: the first public deal from both seats."""

SHOWN = 3
"""How many moves are shown, the dearest first."""


def regret_of(games: Iterable[GameRecord], name: str) -> Regret | None:
    """The regret of the player of this name in the first `HANDS` two-player hands against another that were
    played to their end; `None` when there are none. Nothing is estimated here, all is exact."""
    from playfunc_opponents.hearts.review import EXACT_FROM, review
    from playfunc_opponents.hearts.solver import Solver

    duels = [game for game in games if game.game == "hearts" and _is_duel(game, name)][:HANDS]
    if not duels:
        return None
    solver = Solver()
    found = [review(_without_memory(game), worlds=0, solver=solver) for game in duels]
    dear = [
        DearMove(each.record, cost.at, cost.seat, str(cost), cost.points, tuple(each.notes().items()))
        for each, game in zip(found, duels, strict=True)
        for cost in each.worst(game.players.index(name), SHOWN)
    ]
    given = sum(each.given_away(game.players.index(name)) for each, game in zip(found, duels, strict=True))
    dearest = tuple(sorted(dear, key=lambda move: -move.points)[:SHOWN])
    return Regret(given / len(duels), len(duels), EXACT_FROM, dearest)


def _is_duel(game: GameRecord, name: str) -> bool:
    return len(game.players) == 2 and name in game.players and not game.faults


def _without_memory(game: GameRecord) -> GameRecord:
    return replace(game, moves=tuple(replace(move, memory=None) for move in game.moves))
