"""How often a player wins, from deals that were played from every seat."""

from __future__ import annotations

from math import sqrt
from statistics import fmean, stdev

from playfunc.game import Better, Played, WinRate

__all__ = ["share_of_games"]


def share_of_games(deals: Played, better: Better = "high") -> WinRate:
    """The share of games with the better score, equal ones as one half.

    The standard error is that of a mean of one value per deal, because playings of the same deal depend on
    each other. It is never below that of half a deal, so that a short row of wins is not taken for certain.
    """
    if not deals or not all(deals):
        raise ValueError("no deals to compute a chance of winning from")
    values = [fmean(_won(mine, theirs, better) for mine, theirs in deal) for deal in deals]
    error = stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.5
    return WinRate(fmean(values), max(error, 0.5 / len(values)), len(values))


def _won(mine: float, theirs: float, better: Better) -> float:
    return 0.5 if mine == theirs else float((mine > theirs) == (better == "high"))
