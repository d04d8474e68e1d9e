"""How often a player wins, from deals that were played from every seat: each game by its own measure.

Hearts counts games to 100 points, the others single games: a better score is a win, an equal one half.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import TypeAlias

from playfunc.rules import Better
from playfunc.series import WinRate, chance_of_winning

__all__ = ["WIN_MEASURES", "Played", "WinMeasure", "share_of_games"]

Played: TypeAlias = Sequence[Sequence[tuple[float, float]]]
"""By deal, the pairs (player's score, opponent's score) of its playings."""


@dataclass(frozen=True, slots=True)
class WinMeasure:
    """What is won (`games to 100`), what is played once (`hand`), what scores are counted in (`points a hand`;
    empty where a score only says who won), and the rate of winning."""

    won: str
    played: str
    scored: str
    better: Better
    rate: Callable[[Played], WinRate]


def share_of_games(deals: Played) -> WinRate:
    """The share of games with the higher score, equal ones as one half; for games that high scores win.

    The standard error is that of a mean of one value per deal, because playings of the same deal depend on
    each other. It is never below that of half a deal, so that a short row of wins is not taken for certain.
    """
    if not deals or not all(deals):
        raise ValueError("no deals to compute a chance of winning from")
    values = [fmean((mine > theirs) + (mine == theirs) / 2 for mine, theirs in deal) for deal in deals]
    error = stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.5
    return WinRate(fmean(values), max(error, 0.5 / len(values)), len(values))


def _to_100(deals: Played) -> WinRate:
    return chance_of_winning([[int(mine) for mine, _ in deal] for deal in deals])


WIN_MEASURES: Mapping[str, WinMeasure] = {
    "hearts": WinMeasure("games to 100", "hand", "points a hand", "low", _to_100),
    "footsteps": WinMeasure("games", "game", "", "high", share_of_games),
    "blackjack": WinMeasure("runs", "run", "chips a run", "high", share_of_games),
    "skullwhist": WinMeasure("games", "game", "points a game", "high", share_of_games),
}
"""By game."""
