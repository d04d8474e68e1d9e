"""What moves gave away against the best ones: the values that every game's review speaks in.

A game's ladder refers to its `Reviewer`, if it has one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Any, Generic, TypeVar

from playfunc.cards import Card
from playfunc.record import GameRecord
from playfunc.rules import Seat

__all__ = ["Cost", "Review", "Reviewer", "amount"]

M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Cost(Generic[M]):
    """What one move cost: `lost` points (or what `unit` says) given away by `move`, played by `seat` after `at`
    moves.

    `best` are the moves that give nothing away, in the order of the rules (one alone where costs are estimated).
    An estimate (not `exact`) is uncertain by `margin` (95%), and may be a little below 0. `where` names the place
    in the game for a reader.
    """

    at: int
    seat: Seat
    move: M
    lost: float
    best: tuple[M, ...]
    exact: bool
    margin: float = 0.0
    where: str = ""
    unit: str = "point"

    @property
    def sure(self) -> bool:
        """Whether the move surely cost something."""
        return self.lost > self.margin

    def __str__(self) -> str:
        """A sentence for the player."""
        if not self.sure:
            return f"{_named(self.move)} gave nothing away."
        about = "" if self.exact else "about "
        better = " and ".join(map(_named, self.best[:2]))
        number = amount(self.lost) if self.exact else f"{self.lost:.1f}"
        return (
            f"{_named(self.move)} gave away {about}{number} {self.unit}{'s' * (number != '1')}; "
            f"{better} gave none."
        )


def _named(move: object) -> str:
    """A card by its text, any other move as students write it."""
    return move.text if isinstance(move, Card) else repr(move)


def amount(lost: float) -> str:
    """So many points or chips for a reader: whole numbers as they are, others to the tenth, or below 1 to the
    hundredth."""
    if lost == round(lost):
        return f"{lost:.0f}"
    return f"{lost:.1f}" if lost >= 1 else f"{lost:.2f}"


@dataclass(frozen=True, slots=True)
class Review(Generic[M]):
    """The costs of all moves of `record`, in the order played; `hands` counts the hands that each seat played."""

    record: GameRecord
    costs: tuple[Cost[M], ...]
    hands: tuple[int, ...]

    def given_away(self, seat: Seat) -> float:
        """What the seat's moves cost it, all together."""
        return fsum(cost.lost for cost in self.costs if cost.seat == seat)

    def of_seat(self, seat: Seat) -> tuple[Cost[M], ...]:
        """The costs of the seat's own moves."""
        return tuple(cost for cost in self.costs if cost.seat == seat)

    def worst(self, seat: Seat, number: int = 3) -> tuple[Cost[M], ...]:
        """The seat's costliest moves, the worst first; none that may have cost nothing."""
        dear = [cost for cost in self.of_seat(seat) if cost.sure]
        return tuple(sorted(dear, key=lambda cost: -cost.lost)[:number])

    def notes(self) -> dict[int, str]:
        """A sentence for each move that surely cost something, by the number of moves before it."""
        return {cost.at: str(cost) for cost in self.costs if cost.sure}


@dataclass(frozen=True, slots=True)
class Reviewer:
    """How a game's records are reviewed without estimating: `reviews` of two-player records, and `told`, what came
    of the move after so many others, for a reader.

    `unit` is what is given away, one of it; `against` names the play that gives nothing away; `scope` says which
    moves are looked at, where it is not all.
    """

    unit: str
    against: str
    scope: str
    reviews: Callable[[Sequence[GameRecord]], Sequence[Review[Any]]]
    told: Callable[[GameRecord, int], str]
