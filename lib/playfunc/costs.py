"""What moves cost: the one type for reviews, replays, tables, reports and exercises of every game.

Costs are computed by a game's reviewer (`playfunc_opponents.reviewer`); here is only what they are.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import fsum, hypot

from playfunc.record import GameRecord, RecordedMove, rules_of, shown_move
from playfunc.rules import Seat


@dataclass(frozen=True, slots=True)
class MovePrice:
    """What one legal move costs against the best one: `lost`, at least 0 where it is exact.

    An estimate (not `exact`) is uncertain by `margin` (95%), and may be a little below 0. `hindsight` is the cost with
    all cards face up, in games that hide some: a fact about luck, which no player could know.
    """

    move: str
    lost: float
    exact: bool = True
    margin: float = 0.0
    hindsight: float | None = None

    @property
    def sure(self) -> bool:
        """Whether the move surely cost something: the interval of an estimate does not hold 0."""
        return self.lost > self.margin


@dataclass(frozen=True, slots=True)
class Prices:
    """What each legal move of one position costs, in the order of the rules, counted in `unit`. Where nobody can say,
    there are no `moves`, and `unmeasured` gives the reason in a sentence."""

    moves: tuple[MovePrice, ...]
    unit: str
    unmeasured: str = ""

    @property
    def best(self) -> tuple[str, ...]:
        """The moves that cost nothing; of estimates the one that costs least."""
        free = tuple(price.move for price in self.moves if price.exact and price.lost <= 0)
        return free or tuple(price.move for price in sorted(self.moves, key=lambda price: price.lost)[:1])


@dataclass(frozen=True, slots=True)
class CostlyMove:
    """What one move cost: `lost` points (or what `unit` says) given away by `seat` after `at` moves of `record`.

    `best` are the moves that give nothing away, as they are written in records and in the order of the rules (one
    alone where costs are estimated). An estimate (not `exact`) is uncertain by `margin` (95%), and may be a little
    below 0. Where nobody can say what the move cost, `unmeasured` gives the reason in a sentence, and `lost` is 0.
    `hindsight` is the cost with all cards face up, in games that hide some.

    For a reader, `where` names the place in the game, `kind` and `phase` group moves ("lead", "tricks 1 to 8"), and
    `story` describes the result of the move. `notes` give the costs of all moves of the record, by the number of moves
    before each.
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
    unmeasured: str = ""
    hindsight: float | None = None
    kind: str = ""
    phase: str = ""

    @property
    def move(self) -> str:
        """The move as it is written in the record."""
        return self.record.moves[self.at].move

    @property
    def sure(self) -> bool:
        """Whether the move surely cost something."""
        return self.lost > self.margin and not self.unmeasured

    @property
    def cost(self) -> str:
        """What it gave away, such as "6 points" or "about 2.3 ± 0.8 points"."""
        return quantity(self.lost, self.unit, self.margin, exact=self.exact)

    def shown(self, move: str) -> str:
        """A move of this game for a reader."""
        return shown_move(rules_of(self.record), move)

    def __str__(self) -> str:
        """A sentence for the player, and one about hindsight where that is known."""
        behind = self.in_hindsight
        return f"{self.shown(self.move)}{self._result()}{behind and f' {behind}'}"

    def _result(self) -> str:
        if self.unmeasured:
            return f": {self.unmeasured}"
        if self.sure:
            better = " and ".join(map(self.shown, self.best[:2]))
            return f" gave away {self.cost}; {better} {'gave none' if self.exact else 'looks best'}."
        if self.exact:
            return " gave nothing away."
        if self.move in self.best:
            return " looks best."
        return f" may have given nothing away (estimate: {self.cost})."

    @property
    def in_hindsight(self) -> str:
        """A sentence about the cost with all cards face up; empty where that is not known."""
        if self.hindsight is None:
            return ""
        cost = quantity(self.hindsight, self.unit) if self.hindsight > 0 else "nothing"
        return f"In hindsight, cards face up, it cost {cost}."


@dataclass(frozen=True, slots=True)
class Line:
    """How a game goes on from a position where everybody plays best: its first `moves`, whether these are the `whole`
    rest of the game, and the `scores` that it ends with."""

    moves: tuple[RecordedMove, ...]
    scores: tuple[float, ...]
    whole: bool


def amount(lost: float) -> str:
    """A number of points or chips for a reader: whole numbers as they are, others to the tenth, or below 1 to the
    hundredth."""
    if lost == round(lost):
        return f"{lost:.0f}"
    return f"{lost:.1f}" if abs(lost) >= 1 else f"{lost:.2f}"


def quantity(lost: float, unit: str, margin: float = 0.0, *, exact: bool = True) -> str:
    """A cost with its unit for a reader: "6 points", "about 2.3 ± 0.8 points", "14% of a win". An estimate below 0 is
    told as 0: no move costs less than nothing."""
    lost = max(lost, 0.0)
    if unit == "win":
        number = _percent(lost) if exact else f"about {_percent(lost)} ± {_percent(margin)}"
        return f"{number} of a win"
    number = amount(lost) if exact else f"about {_tenths(lost)} ± {_tenths(margin)}"
    return f"{number} {unit}{'s' * (number != '1')}"


def _tenths(value: float) -> str:
    return f"{round(value, 1) + 0.0:.1f}"  # no -0.0


def _percent(share: float) -> str:
    percent = 100 * share
    return f"{percent:.1f}%" if 0 < abs(percent) < 0.95 else f"{round(percent) + 0:.0f}%"


@dataclass(frozen=True, slots=True)
class Total:
    """What several moves cost together, counted in `unit`: `lost`, uncertain by `margin` (95%) where some are
    estimates.

    `unmeasured` is how many of them nobody could price; `lost` is without these.
    """

    lost: float
    unit: str
    margin: float = 0.0
    exact: bool = True
    unmeasured: int = 0

    def per(self, number: int) -> Total:
        """The mean of so many games."""
        return Total(self.lost / number, self.unit, self.margin / number, self.exact, self.unmeasured)

    def __str__(self) -> str:
        """Such as "9 points", "about 9.2 ± 1.3 points" or "at least 9 points"."""
        found = quantity(self.lost, self.unit, self.margin, exact=self.exact)
        return f"at least {found}" if self.unmeasured else found


def total_of(costs: Iterable[CostlyMove], unit: str = "point") -> Total:
    """The costs together; `unit` is for no costs at all. The samples of two moves are independent."""
    costs = tuple(costs)
    measured = [cost for cost in costs if not cost.unmeasured]
    return Total(
        fsum(cost.lost for cost in measured),
        costs[0].unit if costs else unit,
        hypot(*(cost.margin for cost in measured)),
        all(cost.exact for cost in measured),
        len(costs) - len(measured),
    )


@dataclass(frozen=True, slots=True)
class Review:
    """The costs of all moves of `record`, in the order played. `played` counts what each seat played (see
    `playfunc_opponents.reviewer`): in BlackJack a record holds many hands."""

    record: GameRecord
    costs: tuple[CostlyMove, ...]
    played: tuple[int, ...]

    def given_away(self, seat: Seat) -> float:
        """What the seat's moves cost it, all together, as far as they are measured."""
        return self.total(seat).lost

    def total(self, seat: Seat) -> Total:
        """What the seat's moves cost it, all together, and how sure that is."""
        return total_of(self.of_seat(seat))

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
