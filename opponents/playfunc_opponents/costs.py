"""What moves cost against the best ones: the types of every game's review.

A game's ladder refers to its `Reviewer`, if it has one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import fsum
from typing import TypeAlias

from playfunc.record import GameRecord, rules_of
from playfunc.rules import Seat

__all__ = ["CostlyMove", "Review", "Reviewer", "amount"]


@dataclass(frozen=True, slots=True)
class CostlyMove:
    """What one move cost: `lost` points (or what `unit` says) given away by `seat` after `at` moves of `record`.

    `best` are the moves that give nothing away, as they are written in records and in the order of the rules (one
    alone where costs are estimated). An estimate (not `exact`) is uncertain by `margin` (95%), and may be a little
    below 0. For a reader, `where` names the place in the game, and `story` describes the result of the move. `notes`
    give the costs of all moves of the record, by the number of moves before each.
    """

    record: GameRecord
    at: int
    seat: Seat
    lost: float
    best: tuple[str, ...]
    exact: bool = True
    margin: float = 0.0
    where: str = ""
    unit: str = "point"
    story: str = ""
    notes: tuple[tuple[int, str], ...] = ()

    @property
    def move(self) -> str:
        """The move as it is written in the record."""
        return self.record.moves[self.at].move

    @property
    def sure(self) -> bool:
        """Whether the move surely cost something."""
        return self.lost > self.margin

    @property
    def cost(self) -> str:
        """What it gave away, such as "about 2.3 points"."""
        number = amount(self.lost) if self.exact else f"about {self.lost:.1f}"
        return f"{number} {self.unit}{'s' * (number != '1')}"

    def shown(self, move: str) -> str:
        """A move of this game for a reader."""
        rules = rules_of(self.record)
        return rules.storyteller.move(rules.projection.parse_move(move))

    def __str__(self) -> str:
        """A sentence for the player."""
        if not self.sure:
            return f"{self.shown(self.move)} gave nothing away."
        better = " and ".join(map(self.shown, self.best[:2]))
        return f"{self.shown(self.move)} gave away {self.cost}; {better} gave none."


def amount(lost: float) -> str:
    """A number of points or chips for a reader: whole numbers as they are, others to the tenth, or below 1 to the
    hundredth."""
    if lost == round(lost):
        return f"{lost:.0f}"
    return f"{lost:.1f}" if lost >= 1 else f"{lost:.2f}"


@dataclass(frozen=True, slots=True)
class Review:
    """The costs of all moves of `record`, in the order played.

    `played` counts what each seat played (see `Reviewer`): in BlackJack a record holds many hands.
    """

    record: GameRecord
    costs: tuple[CostlyMove, ...]
    played: tuple[int, ...]

    def given_away(self, seat: Seat) -> float:
        """What the seat's moves cost it, all together."""
        return fsum(cost.lost for cost in self.of_seat(seat))

    def of_seat(self, seat: Seat) -> tuple[CostlyMove, ...]:
        """The costs of the seat's own moves."""
        return tuple(cost for cost in self.costs if cost.seat == seat)

    def worst(self, seat: Seat, number: int = 3) -> tuple[CostlyMove, ...]:
        """The seat's costliest moves, the worst first; none that may have cost nothing."""
        costly = [cost for cost in self.of_seat(seat) if cost.sure]
        return tuple(sorted(costly, key=lambda cost: -cost.lost)[:number])

    def notes(self) -> dict[int, str]:
        """A sentence for each move that surely cost something, by the number of moves before it."""
        return {cost.at: str(cost) for cost in self.costs if cost.sure}


Progress: TypeAlias = Callable[[int, int], object]


@dataclass(frozen=True, slots=True)
class Reviewer:
    """How a game's records are reviewed without estimating: `reviews` of two-player records, and `story`, a sentence
    about the result of the move with this index.

    `estimated(record, exact_from, worlds, on_progress)` reviews one record of any table and estimates what is not
    exact, for games that need it; if `exact_from` or `worlds` is `None`, the game's default is used.
    `on_progress` gets the number of moves done, and of all moves.

    `unit` is what is given away, one of it, and `played` what `Review.played` counts, one of it; `against` names the
    play that gives nothing away; `scope` says which moves are reviewed, if not all are.
    """

    unit: str
    played: str
    against: str
    scope: str
    reviews: Callable[[Sequence[GameRecord]], Sequence[Review]]
    story: Callable[[GameRecord, int], str]
    estimated: Callable[[GameRecord, int | None, int | None, Progress], Review] | None = None

    def worst(self, review: Review, seat: Seat, number: int = 3) -> tuple[CostlyMove, ...]:
        """The seat's costliest moves, each with its story and the notes on the whole record."""
        notes = tuple(review.notes().items())
        return tuple(
            replace(cost, story=self.story(review.record, cost.at), notes=notes)
            for cost in review.worst(seat, number)
        )
