"""Pictures of results as inline SVG: the uncertainty of a mean, and its running values. Each also has a text form."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import TypeAlias

from playfunc.show.markup import clean, collapsed, escape
from playfunc.statistics import LEAST_DEALS, Interval, mean_interval

# Small pieces of SVG for every chart, whose looks are SVG's own attributes or a class of a style sheet.


WIDTH = 680
"""The width of every picture, in units of which one is a pixel where there is room."""

GREY, FAINT = "#5b6861", "#e1e7e3"


@dataclass(frozen=True, slots=True)
class Axis:
    """Values `low` … `high` laid from `start` to `end` in pixels; what lies beyond is put on the rim."""

    low: float
    high: float
    start: float
    end: float

    @classmethod
    def around(cls, extent: tuple[float, float], start: float, end: float, least: float = 0) -> Axis:
        """The extent with some room on either side, `least` wide at least: values that are equal, or nearly so, are
        not spread over the whole picture."""
        low, high = extent
        room = max(0.06 * (high - low), (least - (high - low)) / 2) or 1.0
        return cls(low - room, high + room, start, end)

    def place(self, value: float) -> float:
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)

    def ticks(self) -> list[float]:
        """Round values within the axis, four to eight of them: steps of 1, 2 or 5 times a power of ten."""
        rough = (self.high - self.low) / 6
        power = 10.0 ** math.floor(math.log10(rough))
        step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
        first, last = math.ceil(self.low / step), math.floor(self.high / step)
        return [number * step for number in range(first, last + 1)]


def tick_labels(ticks: Sequence[float], unit: str = "") -> list[str]:
    """The numbers at an axis's ticks, with the decimals that tell them apart; with "%" values are proportions."""
    scale = 100 if unit == "%" else 1
    step = scale * (ticks[1] - ticks[0]) if len(ticks) > 1 else 1.0
    decimals = max(0, -math.floor(math.log10(step) + 1e-9))
    return [f"{round(scale * tick, decimals) + 0.0:.{decimals}f}{unit}" for tick in ticks]


def room_for(words: Sequence[str]) -> float:
    """How wide lines of text may be, in the widest of the fonts: 8.3 units a letter."""
    return 8.3 * max(map(len, words), default=0)


Place: TypeAlias = tuple[float, float]


def shape(tag: str, inside: str = "", /, **attributes: object) -> str:
    """An element of SVG around markup. Floats get one decimal; `class_` is "class", `font_size` "font-size"."""
    named = "".join(
        f' {name.strip("_").replace("_", "-")}="{escape(f"{value:.1f}" if isinstance(value, float) else value)}"'
        for name, value in attributes.items()
    )
    return f"<{tag}{named}>{inside}</{tag}>" if inside else f"<{tag}{named}/>"


def line(start: Place, end: Place, **looks: object) -> str:
    """A straight line."""
    return shape("line", **looks, x1=start[0], y1=start[1], x2=end[0], y2=end[1])


def path(places: Iterable[Place], **looks: object) -> str:
    """A line from place to place."""
    return shape("polyline", **looks, points=_joined(places))


def area(places: Iterable[Place], **looks: object) -> str:
    """What lies within the line from place to place and back."""
    return shape("polygon", **looks, points=_joined(places))


def _joined(places: Iterable[Place]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in places)


def bar(x: float, y: float, width: float, height: float, inside: str = "", **looks: object) -> str:
    """A rectangle by its upper left corner."""
    return shape("rect", inside, **looks, x=x, y=y, width=width, height=height)


def dot(x: float, y: float, radius: float, **looks: object) -> str:
    """A filled circle."""
    return shape("circle", **looks, cx=x, cy=y, r=radius)


def text(
    x: float, y: float, words: str, *, anchor: str = "start", colour: str = "#1b2420", **looks: object
) -> str:
    """A line of text, escaped; `anchor` as in SVG; without a colour it has that of a style sheet."""
    fill = {"fill": colour} if colour else {}
    return shape("text", escape(words), **looks, x=x, y=y, text_anchor=anchor, **fill)


def svg(size: Place, told: str, parts: Iterable[str], **looks: object) -> str:
    """A picture of this width and height, made of `parts`; `told` is its text for screen readers."""
    box = f"0 0 {size[0]} {size[1]}"
    return shape("svg", "".join(parts), **looks, viewBox=box, role="img", aria_label=told)


def drawing(height: float, told: str, parts: Iterable[str]) -> str:
    """A picture on white, `WIDTH` wide where there is room."""
    return svg(
        (WIDTH, height),
        told,
        parts,
        xmlns="http://www.w3.org/2000/svg",
        font_family="system-ui, DejaVu Sans, sans-serif",
        font_size=13,
        style=f"width:100%;max-width:{WIDTH}px;background:#fff;border-radius:8px",
    )


def hatching(x: float, y: float, width: float, height: float, colour: str, told: str) -> str:
    """A hatched block. The lines are drawn one by one: a pattern would need an id of its own on every page."""
    lines = []
    for offset in range(6, int(width + height), 6):
        left, right = max(0.0, offset - height), min(width, float(offset))
        lines.append(f"M{x + left:.1f} {y + offset - left:.1f}L{x + right:.1f} {y + offset - right:.1f}")
    block = bar(x, y, width, height, fill="#fff", stroke=colour, stroke_dasharray="3 2")
    return shape(
        "g", shape("title", escape(told)) + block + shape("path", d="".join(lines), stroke=colour), role="img"
    )


class Plot:
    """A picture that a notebook shows with its text behind a line to click on."""

    __slots__ = ()

    def svg(self) -> str:
        """The picture as one `<svg>` element."""
        raise NotImplementedError

    def _repr_html_(self) -> str:
        return f"<figure style='margin:6px 0'>{self.svg()}{collapsed('As text', str(self))}</figure>"


_GREEN, _RED, _BLUE = "#1c7a4f", "#c8102e", "#0b57b7"
_REFERENCE = {"stroke": _RED, "stroke_width": 1.5, "stroke_dasharray": "5 4"}


@dataclass(frozen=True, slots=True)
class IntervalPlot(Plot):
    """A row per estimate: a dot with its interval, if it rests on enough deals, and a line at the `reference` value.

    `unit` is written behind the numbers; with "%" values are proportions, shown as percentages.
    """

    rows: tuple[tuple[str, Interval], ...]
    reference: float | None = None
    unit: str = ""

    def svg(self) -> str:
        estimates = [_estimate(interval, self.unit) for _, interval in self.rows]
        right = WIDTH - max(200.0, 24 + 0.9 * room_for(estimates))  # mostly digits, full stops and spaces
        least = 0.2 if self.unit == "%" else 0
        axis = Axis.around(_extent(self.rows, self.reference), 160, right, least)
        labels = tick_labels(axis.ticks(), self.unit if self.unit == "%" else "")
        ticks = [*zip(axis.ticks(), labels, strict=True)][:: 1 if right > 440 else 2]
        height = 34 * len(self.rows) + 52
        bottom = height - 34
        parts = [
            *(_tick_below(axis, value, bottom, label) for value, label in ticks),
            *self._reference_parts(axis, bottom),
            *(part for place, row in enumerate(self.rows) for part in self._row(axis, place, row)),
        ]
        return drawing(height, str(self), parts)

    def _reference_parts(self, axis: Axis, bottom: float) -> list[str]:
        if self.reference is None:
            return []
        x = axis.place(self.reference)
        label = _number(self.reference, self.unit)
        return [line((x, 16), (x, bottom), **_REFERENCE), text(x, 12, label, anchor="middle", colour=_RED)]

    def _row(self, axis: Axis, place: int, row: tuple[str, Interval]) -> list[str]:
        name, interval = row
        y = 34 * place + 36
        middle = axis.place(interval.mean)
        colour = self._colour(interval)
        ends = [] if interval.too_few else [axis.place(end) for end in (interval.low, interval.high)]
        return [
            text(150, y + 4, _cut(name, 20), anchor="end"),
            *(line((low, y), (high, y), stroke=colour, stroke_width=3) for low, high in pairwise(ends)),
            *(line((end, y - 6), (end, y + 6), stroke=colour, stroke_width=2) for end in ends),
            dot(middle, y, 5.5, fill=colour, stroke="#fff", stroke_width=1.5),
            text(axis.end + 10, y + 4, _estimate(interval, self.unit)),
        ]

    def _colour(self, interval: Interval) -> str:
        if self.reference is None or interval.too_few or interval.low <= self.reference <= interval.high:
            return _BLUE
        return _GREEN if interval.low > self.reference else _RED

    def __str__(self) -> str:
        lines = [
            f"{name}: {_estimate(interval, self.unit)}, {_count(interval.count)}"
            for name, interval in self.rows
        ]
        if self.reference is not None:
            lines.append(f"To compare with: {_number(self.reference, self.unit)}")
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class PointsPlot(Plot):
    """One value per deal in the order played, with their running mean and its 95% interval.

    `label` says what the values are, `reference` what their mean is to be compared with.
    """

    values: tuple[float, ...]
    label: str = "points per hand"
    reference: float | None = None

    @property
    def interval(self) -> Interval:
        """The mean of all values with its 95% interval."""
        return mean_interval(self.values)

    def svg(self) -> str:
        down = Axis.around(_range(self.values, self.reference), 232, 14)
        labels = tick_labels(down.ticks())
        left, right = max(52.0, 12 + room_for(labels)), WIDTH - max(100.0, 12 + room_for([self._mean]))
        across = Axis(1, max(2, len(self.values)), left, right)
        parts = [
            *(
                tick_left(across, down.place(value), label)
                for value, label in zip(down.ticks(), labels, strict=True)
            ),
            _dots(across, down, self.values),
            _band(across, down, self.values),
            _running_mean(across, down, self.values),
            *self._labels(across, down),
        ]
        return drawing(272, str(self), parts)

    @property
    def _mean(self) -> str:
        return f"mean {self.interval.mean:.2f}"

    def _labels(self, across: Axis, down: Axis) -> list[str]:
        deals = "deal 1" if len(self.values) == 1 else f"deal 1 to {len(self.values)}"
        parts = [
            text(across.start, 262, f"{self.label}, {deals}", colour=GREY),
            text(across.end + 8, down.place(self.interval.mean) + 4, self._mean, colour=_BLUE),
        ]
        if self.reference is not None:
            y = down.place(self.reference)
            parts.append(line((across.start, y), (across.end, y), **_REFERENCE))
        return parts

    def __str__(self) -> str:
        compared = "" if self.reference is None else f"; to compare with: {self.reference:g}"
        return f"{self.label}: {_estimate(self.interval, '')}, {_count(len(self.values))}{compared}"


def interval_plot(
    rows: Sequence[tuple[str, Interval]], *, reference: float | None = None, unit: str = ""
) -> IntervalPlot:
    """A picture of estimates with their intervals; see `IntervalPlot`. Raises `ValueError` without rows."""
    if not rows:
        raise ValueError("nothing to plot: give at least one row (name, interval)")
    return IntervalPlot(tuple(rows), reference, unit)


def points_plot(
    values: Sequence[float], *, label: str = "points per hand", reference: float | None = None
) -> PointsPlot:
    """A picture of one value per deal; see `PointsPlot`. Raises `ValueError` without values."""
    if not values:
        raise ValueError("nothing to plot: give at least one value, one per deal")
    return PointsPlot(tuple(values), label, reference)


def _extent(rows: Sequence[tuple[str, Interval]], reference: float | None) -> tuple[float, float]:
    values = [v for _, i in rows for v in ((i.mean,) if i.too_few else (i.low, i.mean, i.high))]
    return _range(values, reference)


def _range(values: Sequence[float], reference: float | None) -> tuple[float, float]:
    with_reference = [*values] if reference is None else [*values, reference]
    return min(with_reference), max(with_reference)


def _dots(across: Axis, down: Axis, values: Sequence[float]) -> str:
    """Every value as a dot, all in one path so that thousands of deals stay a small picture."""
    places = "".join(f"M{across.place(n):.1f} {down.place(v):.1f}h0" for n, v in enumerate(values, 1))
    looks = {"stroke": GREY, "stroke-opacity": ".45", "stroke-width": 5, "stroke-linecap": "round"}
    return shape("path", d=places, **looks)


def _running_mean(across: Axis, down: Axis, values: Sequence[float]) -> str:
    sums = enumerate(accumulate(values), 1)
    places = ((across.place(n), down.place(total / n)) for n, total in sums)
    return path(places, fill="none", stroke=_BLUE, stroke_width=2.5)


def _band(across: Axis, down: Axis, values: Sequence[float], most: int = 150) -> str:
    """The interval of the mean after each of at most about `most` numbers of deals."""
    step = -(-len(values) // most)
    counts = sorted(
        {*range(LEAST_DEALS, len(values) + 1, step), len(values)} if len(values) >= LEAST_DEALS else ()
    )
    intervals = [(across.place(n), mean_interval(values[:n])) for n in counts]
    above = [(x, down.place(i.high)) for x, i in intervals]
    below = [(x, down.place(i.low)) for x, i in reversed(intervals)]
    return area(above + below, fill=_BLUE, fill_opacity=".16")


def _tick_below(axis: Axis, value: float, bottom: float, label: str) -> str:
    x = axis.place(value)
    return line((x, 16), (x, bottom), stroke=FAINT) + text(
        x, bottom + 18, label, anchor="middle", colour=GREY
    )


def tick_left(across: Axis, y: float, label: str) -> str:
    """A faint line across the picture, with its number before it."""
    rule = line((across.start, y), (across.end, y), stroke=FAINT)
    return rule + text(across.start - 8, y + 4, label, anchor="end", colour=GREY)


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else clean(text)[: limit - 1] + "…"


def _number(value: float, unit: str) -> str:
    """At most two decimals; whole numbers are written out, however large."""
    scaled = round(100 * value if unit == "%" else value, 2) + 0.0
    number = f"{scaled:.2f}".rstrip("0").rstrip(".")
    return f"{number}%" if unit == "%" else f"{number} {unit}".rstrip()


def _estimate(interval: Interval, unit: str) -> str:
    if unit == "%":
        return f"{interval.mean:.1%} ({interval.between('{:.1%} … {:.1%}')})"
    return f"{interval.mean:.2f} ({interval.between('{:.2f} … {:.2f}')})" + (f" {unit}" if unit else "")


def _count(count: int) -> str:
    return "1 deal" if count == 1 else f"{count} deals"
