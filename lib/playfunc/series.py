"""What lasts longer than a deal: Hearts to 100 points, a BlackJack run, FootSteps with memory between games.

A game of Hearts is hands from fresh deals until somebody has at least 100 points and exactly one player
the lowest total. `chance_of_winning` answers, from played hands, how often a player would win such games
against the same opponent.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

from playfunc.duplicate import deal_rng
from playfunc.games.blackjack import RUN, BlackJack
from playfunc.games.footsteps import FootSteps
from playfunc.games.hearts import MOON, Hearts
from playfunc.match import Table, play_game, play_games
from playfunc.player import Player
from playfunc.record import FaultPolicy, GameRecord, replay
from playfunc.rules import Rules

__all__ = [
    "DYNAMIC_GAMES",
    "TARGET",
    "Series",
    "WinRate",
    "chance_of_winning",
    "play_dynamic",
    "play_run",
    "play_series",
    "play_to_100",
    "winner",
]

TARGET = 100
"""A game ends once a total reaches this (and the lowest total is one player's alone)."""


@dataclass(frozen=True, slots=True)
class Series:
    """A game to 100, or another series: its hands in order, the totals per seat after them, and who won
    (`None` if a fault stopped it, or nobody did)."""

    hands: tuple[GameRecord, ...]
    totals: tuple[float, ...]
    winner: int | None


@dataclass(frozen=True, slots=True)
class WinRate:
    """The estimated chance of winning a game to 100, with its standard error; `deals` it rests on."""

    rate: float
    standard_error: float
    deals: int


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
    for rng in _deals(seed):
        record = play_game(rules, rules.deal(rng), players, policy)
        hands.append(record)
        if record.scores is None:
            return Series(tuple(hands), totals, None)
        totals = tuple(total + score for total, score in zip(totals, record.scores, strict=True))
        if winner(totals) is not None:
            break
    return Series(tuple(hands), totals, winner(totals))


def play_series(
    rules: Rules[Any, Any, Any], players: Sequence[Player], seed: int | str, policy: FaultPolicy = "stop"
) -> Series:
    """The series of a game. Raises `ValueError` where each game stands alone."""
    if isinstance(rules, Hearts):
        return play_to_100(rules, players, seed, policy)
    if isinstance(rules, BlackJack):
        return play_run(rules, players, seed, policy)
    if isinstance(rules, FootSteps):
        return play_dynamic(rules, players, seed, policy=policy)
    raise ValueError(f"each game of {rules.name} stands alone; there is no series of it")


def play_run(
    rules: BlackJack, players: Sequence[Player], seed: int | str, policy: FaultPolicy = "stop"
) -> Series:
    """A run of BlackJack at one table: its rounds, each with shoes of its own, chips carried on. Totals are
    the final chips."""
    run = replace(rules, rounds=RUN)
    record = play_game(run, run.deal(deal_rng(str(seed), "series", 0)), players, policy)
    return _ended((record,), record.scores or (0,) * rules.seats)


DYNAMIC_GAMES = 10
"""Games in a dynamic match of FootSteps, where nothing else is said."""


def play_dynamic(
    rules: FootSteps,
    players: Sequence[Player],
    seed: int | str,
    games: int = DYNAMIC_GAMES,
    policy: FaultPolicy = "stop",
) -> Series:
    """The dynamic edition of FootSteps: game after game between the same two, who keep their memories.

    At the first turn of a later game `previous` holds the last bids of the game before. A win counts 1, a draw
    one half. A fault under policy "stop" ends the match.
    """
    totals: tuple[float, ...] = (0,) * rules.seats
    records: list[GameRecord] = []
    memories: tuple[str | None, ...] | None = None
    last: tuple[int, int] | None = None
    for number in range(games):
        state = replace(rules.deal(deal_rng(str(seed), "series", number)), last=last)
        (record,) = play_games(rules, [Table(state, tuple(players), memories=memories)], policy)
        records.append(record)
        if record.scores is None:
            return Series(tuple(records), totals, None)
        totals = tuple(total + score for total, score in zip(totals, record.scores, strict=True))
        memories, last = _left_over(record, memories), replay(record).last
    return _ended(tuple(records), totals)


def _left_over(record: GameRecord, before: tuple[str | None, ...] | None) -> tuple[str | None, ...]:
    """The memories at the end of a game."""
    kept = dict(enumerate(before or (None,) * len(record.players)))
    for move in record.moves:
        kept[move.seat] = move.memory
    return tuple(kept.values())


def _ended(records: tuple[GameRecord, ...], totals: tuple[float, ...]) -> Series:
    """The series whose winner is the seat with the highest total, if one alone has it."""
    best = max(totals)
    alone = totals.count(best) == 1 and records[-1].scores is not None
    return Series(records, totals, totals.index(best) if alone else None)


def _deals(seed: int | str) -> Iterator[random.Random]:
    number = 0
    while True:
        yield deal_rng(str(seed), "series", number)
        number += 1


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
    chance = {points: count / len(played) for points, count in Counter(played).items()}
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
