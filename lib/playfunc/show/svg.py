"""Small pieces of SVG: an axis, a line of text, the picture around them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from playfunc.show.markup import escape

__all__ = ["GREY", "WIDTH", "Axis", "drawing", "hatching", "room_for", "text", "tick_labels"]

WIDTH = 680
"""The width of every picture, in units of which one is a pixel where there is room."""

GREY = "#5b6861"


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


def drawing(height: float, told: str, parts: Sequence[str]) -> str:
    """A picture `height` units high, made of `parts`; `told` is its text for screen readers."""
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {height}' role='img' "
        f"aria-label='{escape(told)}' font-family='system-ui, DejaVu Sans, sans-serif' font-size='13' "
        f"style='width:100%;max-width:{WIDTH}px;background:#fff;border-radius:8px'>{''.join(parts)}</svg>"
    )


def text(x: float, y: float, words: str, *, anchor: str = "start", colour: str = "#1b2420") -> str:
    """A line of text, escaped; `anchor` as in SVG."""
    return f"<text x='{x:.1f}' y='{y:.1f}' text-anchor='{anchor}' fill='{colour}'>{escape(words)}</text>"


def hatching(x: float, y: float, width: float, height: float, colour: str, told: str) -> str:
    """A hatched block. The lines are drawn one by one: a pattern would need an id of its own on every page."""
    lines = []
    for offset in range(6, int(width + height), 6):
        left, right = max(0.0, offset - height), min(width, float(offset))
        lines.append(f"M{x + left:.1f} {y + offset - left:.1f}L{x + right:.1f} {y + offset - right:.1f}")
    return (
        f"<g role='img'><title>{escape(told)}</title><rect x='{x:.1f}' y='{y:.1f}' width='{width:.1f}' "
        f"height='{height:.1f}' fill='#fff' stroke='{colour}' stroke-dasharray='3 2'/>"
        f"<path d='{''.join(lines)}' stroke='{colour}'/></g>"
    )
