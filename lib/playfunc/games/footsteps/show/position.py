"""A picture of a position of FootSteps without a script, for reports and sheets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from playfunc.show.markup import asset, escape

__all__ = ["StripPosition"]

MOST_CELLS = 15
"""The longest strip that is drawn cell by cell; `assets/face.js` has the same number."""


@dataclass(frozen=True, slots=True)
class StripPosition:
    """The strip as one player sees it: `token` counts cells from the middle towards its `goal`, which is drawn on the
    right; `points`, `names` and the `last` bids are its own first."""

    goal: int
    token: int
    points: tuple[int, int]
    names: tuple[str, str]
    title: str
    last: tuple[int, int] | None = None

    def _repr_html_(self) -> str:
        points = "".join(
            f'<span class="pf-tag"><span class="pf-name">{escape(name)}</span>: {count:,} points left</span>'
            for name, count in zip(self.names, self.points, strict=True)
        )
        return (
            f"<style>{asset('cards.css')}{asset('position.css')}{asset('face.css', __package__)}</style>"
            f'<div class="pf pf-position pf-felt pf-footsteps"><div class="pf-title">{escape(self.title)}</div>'
            f'<div class="pf-key">{points}</div>{self._strip()}'
            f'<div class="pf-message">{escape(self._bids())}</div></div>'
        )

    def _strip(self) -> str:
        told = f'role="img" aria-label="{escape(self._place())}"'
        if 2 * self.goal + 1 > MOST_CELLS:
            return f'<p class="pf-place" {told}>{escape(self._place())}</p>'
        cells = (
            f'<span class="pf-cell{mark}">{token}</span>'
            for mark, token in map(self._cell, range(-self.goal, self.goal + 1))
        )
        return f'<div class="pf-cells" {told}>{"".join(cells)}</div>'

    def _cell(self, place: int) -> tuple[str, str]:
        mark = {self.goal: " pf-own-goal", -self.goal: " pf-their-goal"}.get(place, "")
        return mark, '<span class="pf-token"></span>' if place == self.token else ""

    def _place(self) -> str:
        own, other = self.names
        return (
            f"Token: {_cells(self.goal - self.token)} from the goal of {own} (right end), "
            f"{_cells(self.goal + self.token)} from the goal of {other} (left end)."
        )

    def _bids(self) -> str:
        if self.last is None:
            return "Nobody has bid yet."
        return f"Last bids: {self.names[0]} {self.last[0]}, {self.names[1]} {self.last[1]}."

    def __str__(self) -> str:
        lines: Sequence[str] = (
            self.title,
            "  " + self._place(),
            "  "
            + "; ".join(
                f"{name}: {count} points" for name, count in zip(self.names, self.points, strict=True)
            ),
            "  " + self._bids(),
        )
        return "\n".join(lines)


def _cells(count: int) -> str:
    return f"{count} {'cell' if count == 1 else 'cells'}"
