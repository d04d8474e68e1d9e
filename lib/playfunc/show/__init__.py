"""What a notebook and a report show: replays, positions, plots, a table to play at, progress.

Nothing here is loaded before it is used, so that a worker or a quick command never pays for a picture.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playfunc.show.costs import CostPlot, cost_bars
    from playfunc.show.plots import IntervalPlot, PointsPlot, interval_plot, points_plot
    from playfunc.show.position import Position
    from playfunc.show.progress import progress
    from playfunc.show.replay import Replay
    from playfunc.show.table import HandTable

__all__ = [
    "CostPlot",
    "HandTable",
    "IntervalPlot",
    "PointsPlot",
    "Position",
    "Replay",
    "cost_bars",
    "interval_plot",
    "points_plot",
    "progress",
]

_PLACES = {
    "CostPlot": "costs",
    "HandTable": "table",
    "IntervalPlot": "plots",
    "PointsPlot": "plots",
    "Position": "position",
    "Replay": "replay",
    "cost_bars": "costs",
    "interval_plot": "plots",
    "points_plot": "plots",
    "progress": "progress",
}


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
