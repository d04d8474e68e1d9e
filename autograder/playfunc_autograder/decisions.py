"""A player's costliest decisions, found in records of its games, where the game has a reviewer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from playfunc.cards import Card
from playfunc.games import GAMES
from playfunc.record import GameRecord, rules_of
from playfunc_opponents import ladder

__all__ = ["Decision", "costliest"]

LOOKED_AT = 2
"""Games looked at for every decision that is asked for, those first that went worst."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice among several moves, by `seat` after `at` moves of the record.

    `cost` is in `unit`s (points, chips) that the move gave away against the best one; `better` holds moves that
    cost nothing, as they are written in records.
    """

    record: GameRecord
    seat: int
    at: int
    cost: float
    story: str
    """What came of it, in a sentence or two."""
    better: tuple[str, ...] = ()
    unit: str = "point"

    @property
    def move(self) -> str:
        return self.record.moves[self.at].move

    def shown(self, move: str) -> str:
        """A move for a reader: a card with its suit's sign beside the letter, any other as students write it."""
        if self.record.game == "hearts":
            return f"{move} {Card(move).suit.symbol}"
        return repr(rules_of(self.record).parse_move(move))


def costliest(records: Sequence[GameRecord], count: int) -> list[Decision]:
    """The `count` costliest decisions of the player that sits at 0 in even and at 1 in odd records.

    No two are from the same game. Empty for a game without a reviewer.
    """
    by = ladder(records[0].game).load_reviewer() if records else None
    if by is None:
        return []
    games = [(record, place % 2) for place, record in enumerate(records) if not record.faults]
    games.sort(key=lambda game: -_gap(*game))
    worst = games[: LOOKED_AT * count]
    found = []
    for review, (record, seat) in zip(by.reviews([record for record, _ in worst]), worst, strict=True):
        move_text = rules_of(record).move_text
        for cost in review.worst(seat, 1):
            better = tuple(move_text(move) for move in cost.best[:3])
            found.append(
                Decision(record, seat, cost.at, cost.lost, by.told(record, cost.at), better, by.unit)
            )
    return sorted(found, key=lambda decision: -decision.cost)[:count]


def _gap(record: GameRecord, seat: int) -> float:
    """By how much the seat did worse than the others did on average."""
    scores = record.scores or ()
    rest = [score for place, score in enumerate(scores) if place != seat]
    gap = scores[seat] - sum(rest) / len(rest) if rest else 0.0
    return -GAMES[record.game].sign * gap
