"""`Reviewer`: how a game prices moves. A game's ladder refers to one, if it has one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol, TypeAlias

from playfunc.costs import CostlyMove, Line, Prices, Review
from playfunc.record import GameRecord
from playfunc.rules import Seat

__all__ = ["USUAL", "Effort", "Progress", "Reviewer"]


@dataclass(frozen=True, slots=True)
class Effort:
    """How much a review computes; `None` is what the game finds usual on this machine.

    `worlds` is how often a game is played out, or how many hidden hands are drawn, for each move that is estimated;
    `exact_from` the number of cards each from which two known hands are solved.
    """

    worlds: int | None = None
    exact_from: int | None = None


USUAL = Effort()

NOT_TO_MOVE = "This seat is not to move here, so there is nothing to price."
"""Why a reviewer has no prices where nobody may choose."""

Progress: TypeAlias = Callable[[int, int], object]
"""Gets the number of moves done, and of all moves."""


def unseen(done: int, total: int) -> None:
    """For a review whose progress nobody watches."""


class _Review(Protocol):
    def __call__(self, record: GameRecord, effort: Effort = ..., on_progress: Progress = ...) -> Review: ...


class _Prices(Protocol):
    def __call__(self, record: GameRecord, at: int, seat: Seat, effort: Effort = ...) -> Prices: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Reviewer:
    """How a game's moves are priced; the same record and effort give the same costs anywhere.

    `review(record, effort, on_progress)` gives one cost for every move of a record, at any table of the game.
    `prices(record, at, seat, effort)` says what each legal move of `seat` would cost when `at` moves have been made,
    the record's end included: a record may be a game that has not ended. Where that seat is not to move, there are no
    prices. Both raise `RecordError` for a record that does not replay, or is of another game. `story(record, at)`
    describes the result of the move with this index.

    `unit` is what is given away, one of it; `played` what `Review.played` counts, one of it; `against` names the play
    that gives nothing away.

    `line(record, at)` is how the game goes on best from where `at` moves have been made, `None` where that takes too
    long. Only a game that hides nothing and leaves nothing to chance has such a line, and a reviewer without one says
    which single moves are best.
    """

    unit: str
    played: str
    against: str
    review: _Review
    prices: _Prices
    story: Callable[[GameRecord, int], str]
    line: Callable[[GameRecord, int], Line | None] | None = None

    def worst(self, review: Review, seat: Seat, number: int = 3) -> tuple[CostlyMove, ...]:
        """The seat's costliest moves, each with its story and the notes on the whole record."""
        notes = tuple(review.notes().items())
        return tuple(
            replace(cost, story=self.story(review.record, cost.at), notes=notes)
            for cost in review.worst(seat, number)
        )

    def best_line(self, cost: CostlyMove) -> Line | None:
        """How the game would have gone on best in place of this move; `None` where nobody can tell."""
        return self.line(cost.record, cost.at) if self.line is not None and cost.exact else None
