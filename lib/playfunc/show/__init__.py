"""What a notebook and a report show: replays and positions of any game, cards, plots, progress.

Nothing here is loaded before it is used, so that a worker or a quick command never pays for a picture.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

from playfunc.registry import lazily

if TYPE_CHECKING:
    from playfunc.show.costs import CostPlot, cost_bars
    from playfunc.show.face import position_before
    from playfunc.show.history import HistoryPlot, Measured, history_plot
    from playfunc.show.plots import IntervalPlot, PointsPlot, interval_plot, points_plot
    from playfunc.show.position import Position
    from playfunc.show.progress import progress
    from playfunc.show.replay import replay

__all__ = [
    "CostPlot",
    "HistoryPlot",
    "IntervalPlot",
    "Measured",
    "PointsPlot",
    "Position",
    "cost_bars",
    "history_plot",
    "interval_plot",
    "points_plot",
    "position_before",
    "progress",
    "replay",
]

_PLACES = {
    name: module
    for module, names in {
        "costs": ("CostPlot", "cost_bars"),
        "face": ("position_before",),
        "history": ("HistoryPlot", "Measured", "history_plot"),
        "plots": ("IntervalPlot", "PointsPlot", "interval_plot", "points_plot"),
        "position": ("Position",),
        "progress": ("progress",),
        "replay": ("replay",),
    }.items()
    for name in names
}


if not TYPE_CHECKING:
    __getattr__ = lazily(__name__, {name: f"{__name__}.{place}" for name, place in _PLACES.items()})


class _Package(ModuleType):
    """The import system sets a submodule as an attribute of its package. A function of the same name stays."""

    def __setattr__(self, name: str, value: Any) -> None:
        same = name in _PLACES and isinstance(value, ModuleType)
        super().__setattr__(name, getattr(value, name) if same else value)


sys.modules[__name__].__class__ = _Package


def __dir__() -> list[str]:
    return __all__
