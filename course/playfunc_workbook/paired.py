"""Two versions of a player on the same deals: their difference deal by deal, in which the luck of the deals cancels out.

So it is known better than from two measurements, each with an interval of its own, and costs no further games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, inf
from typing import TypeAlias

from playfunc.game import Game
from playfunc.show import interval_plot
from playfunc.statistics import LEAST_DEALS, Interval, mean_interval

from playfunc_workbook.finding import State
from playfunc_workbook.view import Shown, note, stacked

__all__ = ["Advantages", "difference", "difference_shown", "scored"]

Advantages: TypeAlias = Mapping[str, Sequence[float]]
"""By opponent, deal by deal, what a player had over it in the game's scores (`Game.advantages`)."""

MOST = 1000
"""Deals beyond which nobody is advised to measure a change."""


def scored(game: Game) -> str:
    """What a change is counted in, such as "points a hand"."""
    return game.unit or f"wins minus losses a {game.played}"


def difference(new: Advantages, old: Advantages) -> Interval | None:
    """How much more the new version has over the same opponents than the old one, with its 95% interval, on the deals
    that both played; `None` where these are too few."""
    changes = [
        now - before for name in new for now, before in zip(new[name], old.get(name, ()), strict=False)
    ]
    return mean_interval(changes) if len(changes) >= LEAST_DEALS else None


def difference_shown(found: Interval, before: str, unit: str) -> Shown:
    """Whether the new version is better than the one `before` (its name and time), as far as these deals tell.

    `unit` is what the change is counted in; see `scored`.
    """
    state, verdict = _verdict(found)
    said = f"{verdict} On the same {found.count} deals {_change(found, before, unit)}"
    if not found.half_width:
        return note(said, state)
    return stacked(note(said, state), interval_plot([("change", found)], reference=0))


def _verdict(found: Interval) -> tuple[State, str]:
    if found.low > 0:
        return State.RIGHT, "Better than before."
    if found.high < 0:
        return State.WRONG, "Worse than before."
    if not found.half_width:
        return State.PARTLY, "Neither better nor worse than before."
    return State.PARTLY, f"Better or worse than before? Not decided{_needed(found)}."


def _needed(found: Interval) -> str:
    """How many deals of either version would decide, if the difference stays what it is."""
    needed = found.count * (found.half_width / found.mean) ** 2 if found.mean else inf
    if needed > MOST:
        return f"; if they differ, it is by so little that {MOST} deals would not tell"
    return f"; about {10 * ceil(needed / 10)} deals with each of the two would tell"


def _change(found: Interval, before: str, unit: str) -> str:
    if not found.mean and not found.half_width:
        return f"this version and {before} have exactly the same scores."
    how = "larger" if found.mean >= 0 else "smaller"
    sure = (
        f"95% interval of the change {found.low:+.2f} to {found.high:+.2f}"
        if found.half_width
        else "on each deal"
    )
    return f"the advantage over the opponent, in {unit}, is {abs(found.mean):.2f} {how} than that of {before} ({sure})."
