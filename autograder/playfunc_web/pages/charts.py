"""Pictures as SVG elements. Their colours come from the style sheet, so that they follow the reader's colour scheme;
attributes for style and scripts are refused by the site's policy. A table with the same numbers stands beside each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from markupsafe import Markup
from playfunc.show import plots
from playfunc.show.plots import Axis, Place, room_for, tick_labels

WIDTH, HEIGHT = 680, 230
LEFT, RIGHT, TOP, BOTTOM = 48, 28, 16, 34
BINS = 24

FEWEST = 5
"""Bins that a histogram has room for at least, so that equal values are a bar and not the whole picture."""

NARROWEST = 100
"""Points of rating that a line's scale spans at least."""


@dataclass(frozen=True, slots=True)
class Bin:
    """How many values lie from `low` to below `high`; whether one's own is among them."""

    low: float
    high: float
    count: int
    own: bool = False


@dataclass(frozen=True, slots=True)
class Point:
    """A value with its interval, where it has one. `label` says where on the axis it stands, such as "Run 3"."""

    label: str
    value: float
    low: float | None = None
    high: float | None = None


def binned(values: Sequence[float], own: float | None = None) -> list[Bin]:
    """The values in bins of a round width, at most `BINS`; empty without values."""
    if not values:
        return []
    low, high = min(values), max(values)
    widths = (factor * 10.0**power for power in range(12) for factor in (1, 2, 5))
    width = next(step for step in widths if (high - low) / step <= BINS - 1)
    first = int(low // width)
    counts = [0] * (int(high // width) - first + 1)
    for value in values:
        counts[int(value // width) - first] += 1
    mine = None if own is None else int(own // width) - first
    return [
        Bin((first + place) * width, (first + place + 1) * width, count, place == mine)
        for place, count in enumerate(counts)
    ]


def histogram(bins: Sequence[Bin], told: str, own: float | None = None) -> Markup:
    """Bars side by side, with a line at one's own place. `told` is the picture's text for screen readers."""
    down = Axis(0, max(each.count for each in bins) or 1, HEIGHT - BOTTOM, TOP + 14)
    rules, left = _rules(down, [tick for tick in down.ticks() if tick == int(tick)])
    room = max(0, FEWEST - len(bins)) / 2 * (bins[0].high - bins[0].low)
    across = Axis(bins[0].low - room, bins[-1].high + room, left, WIDTH - RIGHT)
    parts = [*rules]
    for each in bins:
        x, end, y = across.place(each.low), across.place(each.high), down.place(each.count)
        kind = "bar own" if each.own else "bar"
        parts.append(plots.bar(x + 1, y, max(end - x - 2, 1), down.start - y, class_=kind, rx=2))
    parts += [
        _below(across.place(tick), HEIGHT - 12, _signed(label))
        for tick, label in zip(across.ticks(), tick_labels(across.ticks()), strict=True)
    ]
    if own is not None:
        x = across.place(own)
        side, gap = ("end", -6) if x > WIDTH - 120 else ("start", 6)
        parts.append(plots.line((x, TOP - 2), (x, HEIGHT - BOTTOM), class_="mark"))
        parts.append(_text(x + gap, TOP + 6, f"you, {_signed(f'{own:.0f}')}", anchor=side, class_="strong"))
    return _drawing(told, parts)


def line(points: Sequence[Point], told: str, narrowest: float = NARROWEST) -> Markup:
    """A line over the points, with the band of their intervals behind it; its scale spans `narrowest` at least."""
    lows = [point.value if point.low is None else point.low for point in points]
    highs = [point.value if point.high is None else point.high for point in points]
    down = Axis.around((min(lows), max(highs)), HEIGHT - BOTTOM, TOP, narrowest)
    rules, left = _rules(down, down.ticks())
    across = Axis(-0.5, len(points) - 0.5, left, WIDTH - RIGHT)
    at = [across.place(place) for place in range(len(points))]
    band: list[Place] = [(x, down.place(high)) for x, high in zip(at, highs, strict=True)]
    band += [(x, down.place(low)) for x, low in reversed(list(zip(at, lows, strict=True)))]
    middle = [(x, down.place(point.value)) for x, point in zip(at, points, strict=True)]
    parts = [*rules]
    if len(points) > 1:
        parts += [plots.area(band, class_="band"), plots.path(middle, class_="line")]
    for x, low, high, point in zip(at, lows, highs, points, strict=True):
        parts.append(plots.line((x, down.place(low)), (x, down.place(high)), class_="whisker"))
        parts.append(plots.dot(x, down.place(point.value), 4, class_="dot"))
    every = -(-len(points) // 10)
    parts += [
        _below(x, HEIGHT - 12, point.label)
        for place, (x, point) in enumerate(zip(at, points, strict=True))
        if (len(points) - 1 - place) % every == 0
    ]
    return _drawing(told, parts)


def bars(rows: Sequence[tuple[str, float]], told: str) -> Markup:
    """A bar with its label for each row, one below the other."""
    most = max([0.0, *(value for _, value in rows)]) or 1.0
    values = [_signed(f"{value:.2f}") for _, value in rows]
    across = Axis(0, most, 190, WIDTH - 20 - room_for(values))
    parts = []
    for place, (label, value) in enumerate(rows):
        y, end = 8 + 30 * place, across.place(max(value, 0))
        parts += [
            _text(180, y + 14, label, anchor="end"),
            plots.bar(190, y, max(end - 190, 1), 18, class_="bar", rx=2),
            _text(end + 8, y + 14, values[place]),
        ]
    return _drawing(told, parts, 16 + 30 * len(rows))


def _rules(down: Axis, ticks: Sequence[float]) -> tuple[list[str], float]:
    """Thin lines across the picture at round values, each with its number; and where the lines begin."""
    labels = tick_labels(ticks)
    left = max(LEFT, 12 + room_for(labels))
    rules = []
    for y, label in zip(map(down.place, ticks), labels, strict=True):
        rules.append(plots.line((left, y), (WIDTH - RIGHT, y), class_="rule"))
        rules.append(_text(left - 8, y + 4, _signed(label), anchor="end"))
    return rules, left


def _signed(number: str) -> str:
    return number.replace("-", "−")


_text = partial(plots.text, colour="")
_below = partial(_text, anchor="middle")


def _drawing(told: str, parts: Sequence[str], height: int = HEIGHT) -> Markup:
    drawn = plots.svg((WIDTH, height), told, parts, class_="chart")
    framed = Markup('<div class="scroll" tabindex="0" role="group" aria-label="Picture">{}</div>')
    return framed.format(Markup(drawn))
