"""A picture of what moves cost, part by part of a game: one row of bars for each player. Also a table, and text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot

from playfunc.costs import CostlyMove, Review, Total, amount, total_of
from playfunc.game import GAMES
from playfunc.record import rules_of, steps
from playfunc.rules import Seat
from playfunc.show.face import face_of
from playfunc.show.markup import escape
from playfunc.show.plots import GREY, WIDTH, Axis, bar, drawing, hatching, room_for, shape, text, tick_left

_COLOURS = ("#b35900", "#5f6f80", "#3f6d4c", "#6d5b8c")
_LEFT, _BAND = 52.0, 118
_UNMEASURED = 0.35
"""The height of a hatched block, as a share of the row: it says nothing about the cost."""


@dataclass(frozen=True, slots=True)
class Bar:
    """What the moves of one part of the game cost on average, and the reasons why some are not measured."""

    part: str
    total: Total
    reasons: tuple[str, ...] = ()

    @property
    def measured(self) -> bool:
        """Whether any move of this part is measured; a part without moves cost nothing."""
        return not self.total.unmeasured or self.total.lost != 0 or not self.total.exact

    @property
    def cell(self) -> str:
        """The cost in a table."""
        total = self.total
        if not self.measured:
            return "not measured"
        number = _number(max(total.lost, 0.0), total.unit)
        if not total.exact:
            number += f" ± {_number(total.margin, total.unit)}"
        return f"at least {number}" if total.unmeasured else number


@dataclass(frozen=True, slots=True)
class CostPlot:
    """For each player a row of bars of one scale: what each part of the game cost it on average.

    Exact costs are solid, estimates pale with their 95% interval, and what is not measured is hatched. `each` names
    what the average is over, such as "hand".
    """

    rows: tuple[tuple[str, tuple[Bar, ...]], ...]
    each: str

    @property
    def unit(self) -> str:
        """What is given away, one of it."""
        return self.rows[0][1][0].total.unit

    def svg(self) -> str:
        """The picture as one `<svg>` element."""
        bars = [bar for _, row in self.rows for bar in row]
        highest = max((bar.total.lost + bar.total.margin for bar in bars), default=0.0)
        places = max(len(row) for _, row in self.rows)
        left = max(_LEFT, 12 + room_for([_number(highest if highest > 0 else 1.0, self.unit)]))
        width = (WIDTH - left - 20) / places
        parts = [
            part
            for place, row in enumerate(self.rows)
            for part in self._row(
                place, row, highest if highest > 0 else 1.0, left, width, _COLOURS[place % len(_COLOURS)]
            )
        ]
        bottom = _BAND * len(self.rows) + 14
        every = 1 if places <= 13 else 5
        longest = max((row for _, row in self.rows), key=len)
        parts += [
            text(left + width * (place - 0.5), bottom, _tick(bar.part), anchor="middle", colour=GREY)
            for place, bar in enumerate(longest, 1)
            if place == 1 or place % every == 0
        ]
        unit = "share of a win" if self.unit == "win" else f"{self.unit}s"
        caption = f"{unit} given away per {self.each}, by {_word(longest[-1].part)}"
        parts += [
            text(left, bottom + 18 * line, words, colour=GREY)
            for line, words in enumerate((caption, *self._legend()), 1)
        ]
        return drawing(bottom + 26 + 18 * len(self._legend()), str(self), parts)

    def _legend(self) -> list[str]:
        bars = [bar for _, row in self.rows for bar in row]
        reasons = dict.fromkeys(reason for bar in bars for reason in bar.reasons)
        pale = (
            ["pale: estimated, with its 95% interval; solid: exact"]
            if any(not bar.total.exact for bar in bars)
            else []
        )
        return [*pale, *(f"hatched: not measured. {reason}" for reason in reasons)]

    def _row(
        self,
        place: int,
        row: tuple[str, Sequence[Bar]],
        highest: float,
        left: float,
        width: float,
        colour: str,
    ) -> list[str]:
        name, bars = row
        top, floor = _BAND * place + 30, _BAND * (place + 1) - 6
        down, across = Axis(0, highest, floor, top), Axis(0, 1, left, WIDTH - 20)
        parts = [
            text(left, top - 12, f"{name}: {_sum(bars)} a {self.each} in all"),
            *(tick_left(across, down.place(value), _number(value, self.unit)) for value in (0, highest)),
        ]
        for at, each in enumerate(bars):
            parts += _drawn(each, left + width * at + 1, width - 2, down, colour)
        return parts

    def _repr_html_(self) -> str:
        return (
            f"<figure style='margin:6px 0'>{self.svg()}<details><summary>As a table</summary>{self.table()}"
            "</details></figure>"
        )

    def table(self) -> str:
        """The same numbers as an HTML table, with the reasons below it."""
        longest = max((row for _, row in self.rows), key=len)
        head = "".join(f"<th scope='col'>{escape(name)}</th>" for name, _ in self.rows)
        body = "".join(
            f"<tr><th scope='row'>{escape(bar.part)}</th>"
            + "".join(
                f"<td>{escape(row[place].cell) if place < len(row) else ''}</td>" for _, row in self.rows
            )
            + "</tr>"
            for place, bar in enumerate(longest)
        )
        unit = "Share of a win" if self.unit == "win" else f"{self.unit.capitalize()}s"
        below = "".join(f"<p>{escape(line)}</p>" for line in self._legend())
        return (
            f"<table><caption>{unit} given away per {escape(self.each)}</caption>"
            f"<thead><tr><th scope='col'>Part</th>{head}</tr></thead><tbody>{body}</tbody></table>{below}"
        )

    def __str__(self) -> str:
        return "\n".join([*(_describe(name, bars, self.each) for name, bars in self.rows), *self._legend()])


def _drawn(cost: Bar, x: float, width: float, down: Axis, colour: str) -> list[str]:
    total, floor = cost.total, down.start
    said = shape("title", escape(f"{cost.part}: {cost.cell}"))
    parts = []
    if total.unmeasured:
        height = _UNMEASURED * (floor - down.end)
        parts.append(
            hatching(x, floor - height, width, height, GREY, " ".join((cost.part + ":", *cost.reasons)))
        )
    if total.lost > 0:
        y = down.place(total.lost)
        pale = {} if total.exact else {"fill_opacity": ".3", "stroke": colour}
        parts.append(bar(x, y, width, floor - y, said, rx=2, fill=colour, **pale))
    if total.margin:
        low, high = (down.place(total.lost + sign * total.margin) for sign in (-1, 1))
        middle = x + width / 2
        ends = f"M{middle - 3:.1f} {high:.1f}h6M{middle - 3:.1f} {low:.1f}h6"
        whisker = f"M{middle:.1f} {low:.1f}V{high:.1f}{ends}"
        parts.append(shape("path", said, d=whisker, stroke=colour, stroke_width=1.5, fill="none"))
    return parts


def _sum(bars: Sequence[Bar]) -> Total:
    return Total(
        sum(bar.total.lost for bar in bars),
        bars[0].total.unit,
        hypot(*(bar.total.margin for bar in bars)),
        all(bar.total.exact for bar in bars),
        sum(bar.total.unmeasured for bar in bars),
    )


def _number(value: float, unit: str) -> str:
    return f"{value:.0%}" if unit == "win" else amount(round(value, 2))


def _tick(part: str) -> str:
    """The number at the end of "Trick 5", or the first word."""
    *_, last = part.split()
    return last if last.isdigit() else part.split()[0]


def _word(part: str) -> str:
    """ "hand" of "Round 1, hand 2"."""
    return part.rpartition(",")[2].strip(" 0123456789").lower() or "move"


def _describe(name: str, bars: Sequence[Bar], each: str) -> str:
    costliest = sorted(
        (bar for bar in bars if bar.total.lost > bar.total.margin), key=lambda bar: -bar.total.lost
    )[:3]
    most = ", ".join(f"{bar.part.lower()} ({bar.cell})" for bar in costliest)
    return f"{name}: {_sum(bars)} a {each} given away" + (f", most in {most}." if most else ".")


def cost_bars(rows: Mapping[str, Sequence[tuple[Review, Seat]]]) -> CostPlot:
    """What each part of a game cost on average, by player: each has the reviews of its games and its seat in them.
    The parts are those of the game's face. Raises `ValueError` without moves."""
    sorted_by = {name: _by_part(reviews) for name, reviews in rows.items()}
    parts = dict.fromkeys(part for costs in sorted_by.values() for part in costs)
    if not parts:
        raise ValueError("there is nothing to plot: give at least one player with one move")
    first = next(cost for costs in sorted_by.values() for part in costs.values() for cost in part)
    bars = {
        name: tuple(_bar(part, costs.get(part, ()), first.unit, len(rows[name]) or 1) for part in parts)
        for name, costs in sorted_by.items()
    }
    return CostPlot(tuple(bars.items()), GAMES[first.record.game].played)


def _by_part(reviews: Iterable[tuple[Review, Seat]]) -> dict[str, list[CostlyMove]]:
    """The costs of the seat in each review, by part of the game, in the order of the game."""
    found: dict[str, list[CostlyMove]] = {}
    for review, seat in reviews:
        parts = _parts(review)
        for cost in review.costs:
            of_part = found.setdefault(parts[cost.at], [])
            if cost.seat == seat:
                of_part.append(cost)
    return found


def _parts(review: Review) -> list[str]:
    """The part of the game in which each move was made."""
    rules, face = rules_of(review.record), face_of(review.record.game)
    return [face.part(rules, step.state) for step in steps(review.record) for _ in step.moves]


def _bar(part: str, costs: Sequence[CostlyMove], unit: str, games: int) -> Bar:
    reasons = dict.fromkeys(cost.unmeasured for cost in costs if cost.unmeasured)
    return Bar(part, total_of(costs, unit).per(games), tuple(reasons))
