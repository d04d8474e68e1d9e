"""What a run costs each player: CPU time, moves, the slowest move. Added up in the transaction that stores the games,
so that a run that was killed counts none twice and none too few."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from playfunc_arena.play import Played
from sqlalchemy import case, update
from sqlalchemy.orm import Session

from playfunc_web.database.tables import Entry

__all__ = ["add_costs"]


@dataclass(slots=True)
class _Cost:
    cpu_seconds: float = 0.0
    moves: int = 0
    slowest_ms: float = 0.0


def add_costs(session: Session, run_id: int, played: Sequence[Played]) -> None:
    """Add the games' costs to the entries of their players. House players are not timed: their moves are counted."""
    costs: dict[int, _Cost] = {}
    for one in played:
        for seat, place in enumerate(one.outcome.fixture.players):
            cost, own = costs.setdefault(place, _Cost()), one.private[seat]
            cost.cpu_seconds += own.cpu_seconds
            cost.moves += sum(move.seat == seat for move in one.record.moves)
            cost.slowest_ms = max(cost.slowest_ms, 1000 * max(own.move_seconds, default=0.0))
    for place, cost in sorted(costs.items()):
        slowest = case((Entry.slowest_ms < cost.slowest_ms, cost.slowest_ms), else_=Entry.slowest_ms)
        session.execute(
            update(Entry)
            .where(Entry.run_id == run_id, Entry.place == place)
            .values(
                cpu_seconds=Entry.cpu_seconds + cost.cpu_seconds,
                moves=Entry.moves + cost.moves,
                slowest_ms=slowest,
            )
            .execution_options(synchronize_session=False)
        )
