"""A picture of what moves cost, trick by trick: one row of bars for each player. Also reads as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from playfunc.show.markup import collapsed
from playfunc.show.svg import GREY, WIDTH, Axis, drawing, text

__all__ = ["CostPlot", "cost_bars"]

_COLOURS = ("#b35900", "#7b8a99", "#4f7a5a", "#6d5b8c")
_LEFT, _BAND = 52, 118


@dataclass(frozen=True, slots=True)
class CostPlot:
    """For each player the points given away per hand in trick 1, 2, …: bars of one scale, one row each."""

    rows: tuple[tuple[str, tuple[float, ...]], ...]

    def svg(self) -> str:
        """The picture as one `<svg>` element."""
        highest = max((value for _, values in self.rows for value in values), default=0.0) or 1.0
        tricks = max(len(values) for _, values in self.rows)
        width = (WIDTH - _LEFT - 20) / tricks
        parts = [
            part
            for place, row in enumerate(self.rows)
            for part in self._row(place, row, highest, width, _COLOURS[place % len(_COLOURS)])
        ]
        bottom = _BAND * len(self.rows) + 14
        every = 1 if tricks <= 13 else 5
        parts += [
            text(_LEFT + width * (trick - 0.5), bottom, str(trick), anchor="middle", colour=GREY)
            for trick in range(1, tricks + 1)
            if trick == 1 or trick % every == 0
        ]
        parts.append(text(_LEFT, bottom + 18, "points given away per hand, by trick", colour=GREY))
        return drawing(bottom + 26, str(self), parts)

    def _row(
        self, place: int, row: tuple[str, Sequence[float]], highest: float, width: float, colour: str
    ) -> list[str]:
        name, values = row
        top, floor = _BAND * place + 30, _BAND * (place + 1) - 6
        down = Axis(0, highest, floor, top)
        parts = [
            text(_LEFT, top - 12, f"{name}: {sum(values):.1f} points a hand in all"),
            *(
                f"<line x1='{_LEFT}' y1='{down.place(value):.1f}' x2='{WIDTH - 20}' "
                f"y2='{down.place(value):.1f}' stroke='#e1e7e3'/>"
                + text(_LEFT - 8, down.place(value) + 4, f"{value:.3g}", anchor="end", colour=GREY)
                for value in (0, highest)
            ),
        ]
        for trick, value in enumerate(values):
            if value > 0:
                y = down.place(value)
                parts.append(
                    f"<rect x='{_LEFT + width * trick + 1:.1f}' y='{y:.1f}' width='{width - 2:.1f}' "
                    f"height='{floor - y:.1f}' rx='2' fill='{colour}'/>"
                )
        return parts

    def _repr_html_(self) -> str:
        return f"<figure style='margin:6px 0'>{self.svg()}{collapsed('As text', str(self))}</figure>"

    def __str__(self) -> str:
        return "\n".join(_told(name, values) for name, values in self.rows)


def _told(name: str, values: Sequence[float]) -> str:
    costliest = sorted(range(len(values)), key=lambda trick: -values[trick])[:3]
    most = ", ".join(f"trick {trick + 1} ({values[trick]:.1f})" for trick in costliest if values[trick] > 0)
    return f"{name}: {sum(values):.1f} points a hand given away" + (f", most in {most}." if most else ".")


def cost_bars(rows: Mapping[str, Sequence[float]]) -> CostPlot:
    """A picture of points given away per hand, by trick; see `CostPlot`. Raises `ValueError` without tricks."""
    if not any(rows.values()):
        raise ValueError("there is nothing to plot: give at least one player with one trick")
    return CostPlot(tuple((name, tuple(values)) for name, values in rows.items()))
