"""`Reviewer`: how a game prices moves. A game's ladder refers to one, if it has one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import fsum
from typing import Any, Protocol, TypeAlias

from playfunc.costs import CostlyMove, Line, Prices, Review, quantity
from playfunc.record import GameRecord
from playfunc.rules import Seat


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


# Where a player loses, counted from records of duplicate games: facts for people, from which no mark follows.


Profile = Mapping[str, Any]
"""What is stored: JSON values by name, as the game's `LossProfile` counts and reads them."""


@dataclass(frozen=True, slots=True)
class LossProfile:
    """How a game counts where a player loses, and how that is shown.

    `count` gets records, not empty, in which the player sits at 0 in even and at 1 in odd ones. `describe` describes a
    profile in words. `parts` are its numbers for a chart by what they are of (`trick 1`), and `title` heads that chart.
    """

    title: str
    count: Callable[[Sequence[GameRecord]], Profile]
    describe: Callable[[Profile], str]
    parts: Callable[[Profile], Mapping[str, float]]


# Costs grouped by what kind of move gave them away, and in which phase of the game, in words.


MOST = 0.5
"""The share of a loss from which a group is "most of it"."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """Costly moves of one `kind` in one `phase` of the game, the costliest first, and their `share` of the loss."""

    kind: str
    phase: str
    moves: tuple[CostlyMove, ...]
    share: float

    @property
    def lost(self) -> float:
        """What the moves gave away together."""
        return fsum(move.lost for move in self.moves)

    def __str__(self) -> str:
        """Such as "leads in tricks 1 to 8"."""
        kinds = f"{self.kind or 'move'}s"
        return f"{kinds} in {self.phase}" if self.phase else kinds


def patterns(costs: Iterable[CostlyMove]) -> tuple[Pattern, ...]:
    """The moves that surely cost something, grouped by kind and phase, the costliest group first."""
    return _grouped(costs, by_kind=True, by_phase=True)


def _grouped(costs: Iterable[CostlyMove], *, by_kind: bool, by_phase: bool) -> tuple[Pattern, ...]:
    costly = sorted((cost for cost in costs if cost.sure), key=lambda cost: -cost.lost)
    groups: dict[tuple[str, str], list[CostlyMove]] = {}
    for cost in costly:
        groups.setdefault((cost.kind if by_kind else "", cost.phase if by_phase else ""), []).append(cost)
    whole = fsum(cost.lost for cost in costly)
    found = (
        Pattern(kind, phase, tuple(moves), fsum(move.lost for move in moves) / whole)
        for (kind, phase), moves in groups.items()
    )
    return tuple(sorted(found, key=lambda pattern: -pattern.share))


def describe_loss(costs: Iterable[CostlyMove], whose: str = "your") -> str:
    """Where the loss lies, in a sentence: by kind and phase, or by one of them where no group of both has most of it.
    Empty where no move surely cost anything. `whose` loss it is: "your", or "the"."""
    costs = tuple(costs)
    both = patterns(costs)
    if not both:
        return ""
    for candidates in (
        both,
        _grouped(costs, by_kind=True, by_phase=False),
        _grouped(costs, by_kind=False, by_phase=True),
    ):
        if candidates[0].share > MOST:
            return f"Most of {whose} loss is {candidates[0]} ({_extent(candidates[0])})."
    return f"{whose.capitalize()} loss is spread out; the largest part is {both[0]} ({_extent(both[0])})."


def _extent(pattern: Pattern) -> str:
    moves, unit = pattern.moves, pattern.moves[0].unit
    exact = all(move.exact for move in moves)
    lost = quantity(round(pattern.lost, 9), unit)
    count = f"{len(moves)} move{'s' * (len(moves) != 1)}"
    return f"{'' if exact else 'about '}{lost} in {count}, {pattern.share:.0%} of what surely was given away"


def phase_of(place: int, total: int, parts: str = "tricks", phases: int = 3) -> str:
    """The third of the game that part number `place` of `total` falls in, counted from 1: "tricks 1 to 8". `phases`
    is for another division than thirds."""
    ends = [total * number // phases for number in range(phases + 1)]
    first, last = next((low + 1, high) for low, high in pairwise(ends) if place <= high)
    return f"{parts} {first} to {last}"
