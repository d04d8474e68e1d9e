"""Who meets whom: each game's contest, as its source runs it.

A format is a generator: it yields all fixtures that do not depend on outcomes, is sent these, and goes on from
there until the contest is over. What it yields depends on nothing but the arguments and the outcomes, so a
contest that was broken off goes on where it stopped. Fixtures of the same deal follow each other.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean
from typing import TypeAlias

from playfunc.duplicate import deal_rng

__all__ = ["FORMATS", "Fixture", "Format", "Outcome", "Rounds", "Values", "fault_text"]

REPLAYS = 10
"""A round robin whose top is tied is played again so often at most: fixed strategies would tie for ever."""

ROUNDS_OF_A_RUN = 5
START_CHIPS, BUY_IN = 200, 10
"""BlackJack: what a run starts with, and what a hand costs; below that a player is broke."""

LONGEST_FAULT = 300
"""Characters of a fault that are kept."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """One game to be played. `players` are places in the list of contestants, by seat; games with the same
    `deal` are not independent of each other; `seed` names the cards; `chips` are what each brings along to a
    round of a run."""

    deal: int
    players: tuple[int, ...]
    seed: str
    chips: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a fixture: a score per seat, and the faults as (seat, reason)."""

    fixture: Fixture
    scores: tuple[float, ...]
    faults: tuple[tuple[int, str], ...] = ()


def fault_text(error: str, reason: str) -> str:
    """A fault in one short line: a player words its own exceptions, and must not write lines of the standings."""
    text = f"{error}: {' '.join(reason.split())}"
    return text if len(text) <= LONGEST_FAULT else text[: LONGEST_FAULT - 1] + "…"


Rounds: TypeAlias = Generator[list[Fixture], list[Outcome], None]

Values: TypeAlias = dict[int, dict[int, float]]
"""player → deal → what the player got there, on average over the deal's games."""


@dataclass(frozen=True, slots=True)
class Format:
    """A game's contest. `rounds(players, deals, seed)` are its fixtures; `values(outcomes)` what each player
    got, by player and deal; `unit` says what that is, and `high` whether more of it wins. `deals` is how many
    are played unless somebody says otherwise, `least` how few players can hold it. Where players are
    `strangers`, the ids at a table are drawn anew for each deal, so that friends cannot recognise each other."""

    about: str
    rounds: Callable[[int, int, int], Rounds]
    values: Callable[[Sequence[Outcome]], Values]
    unit: str
    deals: int
    high: bool = True
    least: int = 2
    strangers: bool = False


def wins(outcome: Outcome) -> dict[int, float]:
    """1 for the higher score, one half for equal ones, by player."""
    best = max(outcome.scores)
    shared = outcome.scores.count(best)
    return {
        player: (1 / shared if score == best else 0.0)
        for player, score in zip(outcome.fixture.players, outcome.scores, strict=True)
    }


def wins_alone(outcome: Outcome) -> dict[int, float]:
    """1 for a win; a draw counts nothing."""
    return {player: float(score == 1) for player, score in wins(outcome).items()}


def points(outcome: Outcome) -> dict[int, float]:
    """The game's own scores, by player."""
    return dict(zip(outcome.fixture.players, outcome.scores, strict=True))


def mean_by_deal(value: Callable[[Outcome], Mapping[int, float]]) -> Callable[[Sequence[Outcome]], Values]:
    """What a player got in a deal, as the mean of `value` over the deal's games."""

    def values(outcomes: Sequence[Outcome]) -> Values:
        got: dict[int, dict[int, list[float]]] = {}
        for outcome in outcomes:
            for player, number in value(outcome).items():
                got.setdefault(player, {}).setdefault(outcome.fixture.deal, []).append(number)
        return {player: {deal: fmean(all_) for deal, all_ in by.items()} for player, by in got.items()}

    return values


def final_chips(outcomes: Sequence[Outcome]) -> Values:
    """The chips after the last round that a player took part in; 0 for a run in which it went broke."""
    left: Values = {}
    for outcome in outcomes:
        for player, chips in points(outcome).items():
            left.setdefault(player, {})[outcome.fixture.deal] = chips if chips >= BUY_IN else 0.0
    return left


def round_robin(players: int, deals: int, seed: int) -> Rounds:
    """Everyone meets everyone, `deals` times each with sides taken in turn; while the top is tied the whole
    is played again and the counts add up."""
    won = [0.0] * players
    for replay in range(REPLAYS):
        fixtures = [
            _sides(Fixture(replay * deals + number, pair, f"{seed}/{replay}/{number}/{pair[0]}-{pair[1]}"))
            for number in range(deals)
            for pair in combinations(range(players), 2)
        ]
        for outcome in (yield fixtures):
            for player, score in wins_alone(outcome).items():
                won[player] += score
        if won.count(max(won)) == 1:
            return


def _sides(fixture: Fixture) -> Fixture:
    if fixture.deal % 2 == 0:
        return fixture
    return Fixture(fixture.deal, fixture.players[::-1], fixture.seed)


def duplicate_pairs(players: int, deals: int, seed: int) -> Rounds:
    """Everyone meets everyone over the same deals, each played from both sides."""
    yield [
        Fixture(number, seats, f"{seed}/{number}")
        for number in range(deals)
        for pair in combinations(range(players), 2)
        for seats in (pair, pair[::-1])
    ]


def random_pairs(players: int, deals: int, seed: int) -> Rounds:
    """In each round pairs drawn at random play a deal from both sides; of an odd number each sits out in turn."""
    yield [
        Fixture(number * players + place, seats, f"{seed}/{number}/{place}")
        for number in range(deals)
        for place, pair in enumerate(_tables(players, 2, seed, number))
        for seats in (pair, pair[::-1])
    ]


def random_tables_of_four(players: int, deals: int, seed: int) -> Rounds:
    """In each round, tables of four are drawn at random and play a deal with every rotation of seats. Players that find
    no table sit out, each in turn."""
    yield [
        Fixture(number * players + place, table[turn:] + table[:turn], f"{seed}/{number}/{place}")
        for number in range(deals)
        for place, table in enumerate(_tables(players, 4, seed, number))
        for turn in range(4)
    ]


def runs(players: int, deals: int, seed: int) -> Rounds:
    """`deals` runs of five rounds; for each round, those who can still pay are drawn to tables of up to
    four, as even as can be, and take their chips along."""
    chips = [[float(START_CHIPS)] * players for _ in range(deals)]
    for number in range(ROUNDS_OF_A_RUN):
        fixtures = []
        for run, left in enumerate(chips):
            order = [p for p in _shuffled(players, seed, run, number) if left[p] >= BUY_IN]
            fixtures += [
                Fixture(run, table, f"{seed}/{run}/{number}/{place}", tuple(int(left[p]) for p in table))
                for place, table in enumerate(_even_tables(order))
            ]
        for outcome in (yield fixtures):
            for player, after in points(outcome).items():
                chips[outcome.fixture.deal][player] = after


def _even_tables(order: Sequence[int]) -> list[tuple[int, ...]]:
    count = -(-len(order) // 4)
    return [tuple(order[place::count]) for place in range(count)]


def _tables(players: int, size: int, seed: int, number: int) -> list[tuple[int, ...]]:
    """A round's full tables of a size, drawn at random. Over `players` rounds all sit out equally often."""
    over = players % size
    turns = _shuffled(players, seed, "sits out")
    out = {turns[(number * over + place) % players] for place in range(over)}
    order = [player for player in _shuffled(players, seed, number) if player not in out]
    return [tuple(order[first : first + size]) for first in range(0, len(order), size)]


def _shuffled(players: int, seed: int, *purpose: object) -> list[int]:
    order = list(range(players))
    rng: random.Random = deal_rng(str(seed), "contest", *purpose)
    rng.shuffle(order)
    return order


FORMATS: Mapping[str, Format] = {
    "footsteps": Format(
        "a round robin; a tied top plays it again", round_robin, mean_by_deal(wins_alone), "wins a game", 1
    ),
    "blackjack": Format(
        "runs of five rounds of five hands at random tables of up to four",
        runs,
        final_chips,
        "chips a run",
        100,
    ),
    "skullwhist": Format(
        "random pairs, each deal from both sides", random_pairs, mean_by_deal(wins), "wins a game", 100
    ),
    "hearts": Format(
        "everyone meets everyone, each deal from both sides",
        duplicate_pairs,
        mean_by_deal(points),
        "points a hand",
        50,
        high=False,
    ),
    "hearts-four": Format(
        "random tables of four, each deal from every seat",
        random_tables_of_four,
        mean_by_deal(points),
        "points a hand",
        50,
        high=False,
        least=4,
        strangers=True,
    ),
}
"""By the contest's name, which is the game's unless it has several."""
