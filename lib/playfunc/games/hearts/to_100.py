"""Hearts to 100 points: hands from fresh deals until somebody has at least 100 and one player alone the lowest total.

`chance_of_winning` answers, from played hands, how often a player would win such games against the same opponent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import count
from math import sqrt

from playfunc.game import Better, Played, WinRate
from playfunc.games.hearts.rules import MOON, Hearts
from playfunc.match import Series, play_game
from playfunc.measure import deal_rng
from playfunc.player import Player
from playfunc.record import FaultPolicy, GameRecord

TARGET = 100
"""A game ends once a total reaches this (and the lowest total is one player's alone)."""


def winner(totals: Sequence[float]) -> int | None:
    """The seat that has won a game to 100 with these totals, if it is over."""
    lowest = min(totals)
    if max(totals) < TARGET or list(totals).count(lowest) > 1:
        return None
    return list(totals).index(lowest)


def play_to_100(
    rules: Hearts, players: Sequence[Player], seed: int | str, policy: FaultPolicy = "stop"
) -> Series:
    """Hands from fresh deals until somebody has won; a fault under policy "stop" ends it there."""
    totals: tuple[float, ...] = (0,) * rules.seats
    hands: list[GameRecord] = []
    for number in count():
        state = rules.deal(deal_rng(str(seed), "series", number))
        record = play_game(rules, state, players, policy)
        hands.append(record)
        if record.scores is None:
            return Series(tuple(hands), totals, None)
        totals = tuple(total + score for total, score in zip(totals, record.scores, strict=True))
        if winner(totals) is not None:
            break
    return Series(tuple(hands), totals, winner(totals))


def win_rate(deals: Played, better: Better) -> WinRate:
    """The game's measure (see `playfunc.game.WinMeasure`), from hands for two players."""
    return chance_of_winning([[int(mine) for mine, _ in deal] for deal in deals])


def chance_of_winning(deals: Sequence[Sequence[int]]) -> WinRate:
    """The chance of winning a two-player game to 100, from the points this player took.

    `deals[i]` holds the player's points (0 … 26, the opponent has the rest) in each playing of deal i,
    seats swapped. Hands of a game are independent draws from all playings; the chance is computed
    exactly, not sampled: both totals add up to 26 after every hand, so a game is a walk on one number
    that ends after eight hands unless tied. The standard error is the infinitesimal jackknife (Jaeckel
    1972; Efron 1982, The Jackknife, the Bootstrap and Other Resampling Plans, ch. 6), which the bootstrap
    over deals converges to, clustered by deal because playings of the same deal depend on each other.
    """
    if not deals or not all(deals):
        raise ValueError("no deals to compute a chance of winning from")
    played = [points for deal in deals for points in deal]
    chance = {points: often / len(played) for points, often in Counter(played).items()}
    value, slope = _walk(chance)
    mean_slope = sum(slope[points] * p for points, p in chance.items())
    spread = sum(sum(slope[points] - mean_slope for points in deal) ** 2 for deal in deals)
    correction = len(deals) / (len(deals) - 1) if len(deals) > 1 else 1.0
    return WinRate(value, sqrt(spread * correction) / len(played), len(deals))


def _walk(chance: dict[int, float]) -> tuple[float, dict[int, float]]:
    """The chance of winning when each hand gives me `points` with `chance[points]`, and its derivatives.

    Backward, V(n, mine) is the chance from a total of `mine` after n hands; forward, N(n, mine) is how
    often a game passes there. The derivative by chance[k] is the sum of N(n, m) · V(n + 1, m + k).
    """
    hands = 2 * TARGET // MOON + 1
    tie = hands * MOON // 2
    even = chance.get(MOON // 2, 0.0)
    won = sum(p for points, p in chance.items() if points < MOON // 2)
    at_tie = won / (1 - even) if even < 1 else 0.5

    def settled(n: int, mine: int) -> float | None:
        theirs = MOON * n - mine
        if max(mine, theirs) < TARGET:
            return None
        return at_tie if mine == theirs else float(mine < theirs)

    value: list[dict[int, float]] = [{} for _ in range(hands + 1)]
    for n in range(hands, -1, -1):
        for mine in range(MOON * n + 1):
            end = settled(n, mine)
            value[n][mine] = (
                end if end is not None else sum(p * value[n + 1][mine + k] for k, p in chance.items())
            )
    visits: dict[int, float] = {0: 1.0}
    slope = dict.fromkeys(chance, 0.0)
    for n in range(hands):
        after: dict[int, float] = {}
        for mine, often in visits.items():
            if settled(n, mine) is not None:
                continue
            for k, p in chance.items():
                slope[k] += often * value[n + 1][mine + k]
                after[mine + k] = after.get(mine + k, 0.0) + often * p
        visits = after
    tied = visits.get(tie, 0.0) / (1 - even) if even < 1 else 0.0
    for k in slope:
        slope[k] += tied * (at_tie if k == MOON // 2 else float(k < MOON // 2))
    return value[0][0], slope
