"""A player's costliest decisions, found in records of its games; one way per game, in `FINDERS`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from playfunc.games.hearts import trick_points, trick_winner
from playfunc.record import GameRecord, rules_of, states

__all__ = ["Decision", "costliest"]

LOOKED_AT = 2
"""Games looked at for every decision that is asked for, those first that went worst."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice among several moves, by `seat` after `at` moves of the record.

    `cost` is in points that the move gave away against the best one; `better` holds moves that cost nothing.
    """

    record: GameRecord
    seat: int
    at: int
    cost: float
    story: str
    """What came of it, in a sentence or two."""
    better: tuple[str, ...] = ()

    @property
    def move(self) -> str:
        return self.record.moves[self.at].move


def costliest(records: Sequence[GameRecord], count: int) -> list[Decision]:
    """The `count` costliest decisions of the player that sits at 0 in even and at 1 in odd records.

    No two are from the same game. Empty for a game that nobody has written a way for.
    """
    find = FINDERS.get(records[0].game) if records else None
    if find is None:
        return []
    games = [(record, place % 2) for place, record in enumerate(records) if not record.faults]
    games.sort(key=lambda game: -_gap(*game))
    best = [
        max(found, key=lambda decision: decision.cost)
        for record, seat in games[: LOOKED_AT * count]
        if (found := list(find(record, seat)))
    ]
    return sorted(best, key=lambda decision: -decision.cost)[:count]


def _gap(record: GameRecord, seat: int) -> float:
    """By how much the seat did worse than the others did on average."""
    scores = record.scores or ()
    rest = [score for place, score in enumerate(scores) if place != seat]
    gap = scores[seat] - sum(rest) / len(rest) if rest else 0.0
    return gap if rules_of(record).better == "low" else -gap


def _given_away(record: GameRecord, seat: int) -> Iterator[Decision]:
    """Moves of Hearts that gave points away against perfect play, as far as hands can be solved here."""
    from playfunc_opponents.hearts.review import review  # compiled where numba is, so loaded only when needed

    costs = [cost for cost in review(record, worlds=0).costs if cost.seat == seat and cost.sure]
    for cost in costs:
        better = tuple(card.text for card in cost.best[:3])
        yield Decision(record, seat, cost.at, cost.points, _told(record, cost.at), better)


def _told(record: GameRecord, at: int) -> str:
    """What happened to the trick in which a move was made."""
    before = list(states(record))
    number = len(before[at].history) + 1
    ended = next(state for state in before[at:] if len(state.history) >= number or state is before[-1])
    if len(ended.history) < number:
        return "The hand broke off in this trick."
    trick = ended.history[number - 1]
    cards = ", ".join(f"{card} by {record.players[who]}" for card, who in trick)
    points = trick_points(trick)
    return f"Trick {number}: {cards}; {record.players[trick_winner(trick)]} took {points} point{'s' * (points != 1)}."


FINDERS: Mapping[str, Callable[[GameRecord, int], Iterator[Decision]]] = {"hearts": _given_away}
"""By the name of the game: all decisions of a seat in one record that are worth showing, in any order."""
