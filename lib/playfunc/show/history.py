"""How a player's strength went from one measurement to the next: the picture of a history, with its text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from playfunc.show.markup import clean
from playfunc.show.plots import GREY, WIDTH, Axis, Plot, dot, drawing, line, path, text, tick_labels
from playfunc.statistics import TOO_FEW_DEALS, Interval

_BLUE, _LINE = "#0b57b7", "#b9c6be"
_LEFT, _RIGHT, _BOTTOM = 60, WIDTH - 166, 236
_NARROWEST = {"%": 0.2, "Elo": 100.0}
"""The narrowest scale: measurements that are equal are not spread over the whole picture."""
_MOST = 24
"""Measurements in one picture; of a longer history it shows the latest."""


@dataclass(frozen=True, slots=True)
class Measured:
    """One measurement: `when` as people read it, what was found, and whether the player was the same as before."""

    when: str
    found: Interval
    same: bool = False


@dataclass(frozen=True, slots=True)
class HistoryPlot(Plot):
    """Measurements in their order with their intervals, and a named line for every mark near them. `unit` is written
    behind the numbers; with "%" values are proportions, shown as percentages."""

    measured: tuple[Measured, ...]
    marks: Mapping[str, float] = field(default_factory=dict)
    unit: str = ""

    @property
    def shown(self) -> tuple[Measured, ...]:
        """The measurements in the picture."""
        return self.measured[-_MOST:]

    def svg(self) -> str:
        down = Axis.around(self._extent(), _BOTTOM, 14, _NARROWEST.get(self.unit, 0))
        ticks = down.ticks()
        across = Axis(0.5, len(self.shown) + 0.5, _LEFT, _RIGHT)
        parts = [
            *(part for mark in self._near() for part in self._mark(down, *mark)),
            _way(across, down, self.shown),
            *(_dot(across, down, number, each) for number, each in enumerate(self.shown, 1)),
            *(
                text(across.place(number), _BOTTOM + 8, str(each.found.count), anchor="middle", colour=_BLUE)
                for number, each in enumerate(self.shown, 1)
                if number == 1 or each.found.count != self.shown[number - 2].found.count
            ),
            *(
                text(_LEFT - 8, down.place(value) + 4, label, anchor="end", colour=GREY)
                for value, label in zip(
                    ticks, tick_labels(ticks, "%" if self.unit == "%" else ""), strict=True
                )
            ),
            text(_LEFT, _BOTTOM + 28, self._below(), colour=GREY),
        ]
        return drawing(_BOTTOM + 40, str(self), parts)

    def _extent(self) -> tuple[float, float]:
        """The measurements with their intervals, and the nearest mark on either side."""
        low = min(_ends(each.found)[0] for each in self.shown)
        high = max(_ends(each.found)[1] for each in self.shown)
        below = max((value for value in self.marks.values() if value <= low), default=low)
        above = min((value for value in self.marks.values() if value >= high), default=high)
        return below, above

    def _near(self) -> list[tuple[str, float]]:
        low, high = self._extent()
        return [(name, value) for name, value in self.marks.items() if low <= value <= high]

    def _mark(self, down: Axis, name: str, value: float) -> list[str]:
        y = down.place(value)
        return [
            line((_LEFT, y), (_RIGHT, y), stroke=_LINE, stroke_width=1.5),
            text(_RIGHT + 6, y + 4, clean(name)[:18]),
        ]

    def _below(self) -> str:
        first = len(self.measured) - len(self.shown) + 1
        return f"measurement {first} to {len(self.measured)}, above it the deals; a ring: the same code as before"

    def _number(self, value: float) -> str:
        return f"{100 * value:.4g}%" if self.unit == "%" else f"{value:.0f}"

    def _interval(self, found: Interval) -> str:
        return TOO_FEW_DEALS if found.too_few else f"{self._number(found.low)} … {self._number(found.high)}"

    def __str__(self) -> str:
        unit = f" {self.unit}" if self.unit not in ("", "%") else ""
        lines = [
            f"{each.when}: {self._number(each.found.mean)}{unit} ({self._interval(each.found)}), "
            f"{each.found.count} deal{'s' * (each.found.count != 1)}"
            f"{', the same code as before' if each.same else ''}"
            for each in self.shown
        ]
        marks = ", ".join(f"{name} {self._number(value)}" for name, value in self._near())
        return "\n".join([*lines, *([f"To compare with: {marks}"] if marks else [])])


def _way(across: Axis, down: Axis, shown: Sequence[Measured]) -> str:
    places = ((across.place(number), down.place(each.found.mean)) for number, each in enumerate(shown, 1))
    return path(places, fill="none", stroke=_BLUE, stroke_width=1.5, stroke_opacity=".5")


def _ends(found: Interval) -> tuple[float, float]:
    """The interval that is drawn: none for too few deals."""
    return (found.mean, found.mean) if found.too_few else (found.low, found.high)


def _dot(across: Axis, down: Axis, number: int, each: Measured) -> str:
    x = across.place(number)
    low, high = map(down.place, _ends(each.found))
    middle = down.place(each.found.mean)
    fill = "#fff" if each.same else _BLUE
    ring = dot(x, middle, 5.5, fill=fill, stroke=_BLUE, stroke_width=2)
    return line((x, low), (x, high), stroke=_BLUE, stroke_width=3) + ring


def history_plot(
    measured: Sequence[Measured], *, marks: Mapping[str, float] | None = None, unit: str = ""
) -> HistoryPlot:
    """A picture of measurements in their order; see `HistoryPlot`. Raises `ValueError` without any."""
    if not measured:
        raise ValueError("nothing to plot: give at least one measurement")
    return HistoryPlot(tuple(measured), dict(marks or {}), unit)
