"""Pairing schedules of contests, made from each game's contest format (`Game.contests`).

A schedule is a generator: it yields all fixtures that do not depend on outcomes, is sent these, and goes on from
there until the contest is over. What it yields depends on nothing but the arguments and the outcomes, so a
stopped contest resumes where it stopped. Fixtures of the same deal follow each other.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from statistics import fmean
from typing import TypeAlias

from playfunc.duplicate import deal_rng
from playfunc.game import ContestFormat, Game, Pairing
from playfunc.games import GAMES

__all__ = [
    "Fixture",
    "Format",
    "Outcome",
    "Rounds",
    "Values",
    "contest_format",
    "contest_names",
    "fault_text",
]

REPLAYS = 10
"""A round robin whose top is tied is played again so often at most: fixed strategies would tie for ever."""

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
    """The result of a fixture: a score per seat, and the faults as (seat, reason)."""

    fixture: Fixture
    scores: tuple[float, ...]
    faults: tuple[tuple[int, str], ...] = ()


def fault_text(error: str, reason: str) -> str:
    """A fault in one short line: a player words its own exceptions, and must not write lines of the standings."""
    text = f"{error}: {' '.join(reason.split())}"
    return text if len(text) <= LONGEST_FAULT else text[: LONGEST_FAULT - 1] + "…"


Rounds: TypeAlias = Generator[list[Fixture], list[Outcome], None]

Schedule: TypeAlias = Callable[[int, int, int], Rounds]
"""`(players, deals, seed)` → the fixtures."""

Values: TypeAlias = dict[int, dict[int, float]]
"""player → deal → what the player got there, on average over the deal's games."""


@dataclass(frozen=True, slots=True)
class Format:
    """A contest of `game`. `rounds` are its fixtures; `values(outcomes)` what each player got, by player and deal;
    `unit` says what that is, and `high` whether more of it wins. `deals` is how many are played by
    default, `least` the minimum number of players. For `strangers` and `round_start` see
    `playfunc.game.ContestFormat`."""

    game: str
    about: str
    rounds: Schedule
    values: Callable[[Sequence[Outcome]], Values]
    unit: str
    deals: int
    high: bool = True
    least: int = 2
    strangers: bool = False
    round_start: str = ""


def wins(outcome: Outcome, sign: int = 1) -> dict[int, float]:
    """1 for the best score, one half for two equal ones, by player; with the `sign` -1 low scores are good."""
    best = sign * max(sign * score for score in outcome.scores)
    shared = outcome.scores.count(best)
    return {
        player: (1 / shared if score == best else 0.0)
        for player, score in zip(outcome.fixture.players, outcome.scores, strict=True)
    }


def wins_alone(outcome: Outcome, sign: int = 1) -> dict[int, float]:
    """1 for a win; a draw counts nothing."""
    return {player: float(score == 1) for player, score in wins(outcome, sign).items()}


def points(outcome: Outcome) -> dict[int, float]:
    """The game's own scores, by player."""
    return dict(zip(outcome.fixture.players, outcome.scores, strict=True))


def mean_by_deal(value: Callable[[Outcome], Mapping[int, float]], outcomes: Sequence[Outcome]) -> Values:
    """What a player got in a deal, as the mean of `value` over the deal's games."""
    got: dict[int, dict[int, list[float]]] = {}
    for outcome in outcomes:
        for player, number in value(outcome).items():
            got.setdefault(player, {}).setdefault(outcome.fixture.deal, []).append(number)
    return {player: {deal: fmean(all_) for deal, all_ in by.items()} for player, by in got.items()}


def final_chips(said: ContestFormat, outcomes: Sequence[Outcome]) -> Values:
    """The chips after the last round that a player took part in; 0 for a run in which it went broke."""
    left: Values = {}
    for outcome in outcomes:
        for player, chips in points(outcome).items():
            left.setdefault(player, {})[outcome.fixture.deal] = chips if chips >= said.least_chips else 0.0
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


def random_tables(players: int, deals: int, seed: int, *, seats: int) -> Rounds:
    """In each round, tables are drawn at random and play a deal with every rotation of seats. Players that find no
    table sit out, each in turn."""
    yield [
        Fixture(number * players + place, table[turn:] + table[:turn], f"{seed}/{number}/{place}")
        for number in range(deals)
        for place, table in enumerate(_tables(players, seats, seed, number))
        for turn in range(seats)
    ]


def runs(said: ContestFormat, players: int, deals: int, seed: int) -> Rounds:
    """`deals` runs; for each round, those who can still pay are drawn to tables of up to `said.seats`, as even as
    can be, and take their chips along."""
    chips = [[float(said.chips)] * players for _ in range(deals)]
    for number in range(said.rounds):
        fixtures = []
        for run, left in enumerate(chips):
            order = [p for p in _shuffled(players, seed, run, number) if left[p] >= said.least_chips]
            fixtures += [
                Fixture(run, table, f"{seed}/{run}/{number}/{place}", tuple(int(left[p]) for p in table))
                for place, table in enumerate(_even_tables(order, said.seats))
            ]
        for outcome in (yield fixtures):
            for player, after in points(outcome).items():
                chips[outcome.fixture.deal][player] = after


def _even_tables(order: Sequence[int], most: int) -> list[tuple[int, ...]]:
    count = -(-len(order) // most)
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


PAIRINGS: Mapping[Pairing, Callable[[ContestFormat], Schedule]] = {
    "duplicate pairs": lambda said: duplicate_pairs,
    "round robin": lambda said: round_robin,
    "random pairs": lambda said: partial(random_tables, seats=2),
    "random tables": lambda said: partial(random_tables, seats=said.seats),
    "runs": lambda said: partial(runs, said),
}
"""How a contest's data becomes its schedule."""


def contest_names() -> list[str]:
    """All contests of all games that can be loaded."""
    return [
        f"{name}-{ending}" if ending else name
        for name, found in GAMES.usable().items()
        for ending in found.contests
    ]


def contest_format(name: str) -> Format:
    """The contest of this name: a game's, or `hearts-four` for the one that Hearts calls "four".

    Raises `ValueError` with a sentence where there is none, or its game cannot be loaded.
    """
    start, _, ending = (name, "", "") if name in GAMES else name.rpartition("-")
    if start not in GAMES or ending not in GAMES[start].contests:
        raise ValueError(f"there is no contest {name!r}; known are {', '.join(contest_names())}")
    return _format(GAMES[start], GAMES[start].contests[ending])


def _format(game: Game, said: ContestFormat) -> Format:
    counts_scores = said.value == "scores"
    values: Mapping[str, Callable[[Outcome], Mapping[int, float]]] = {
        "scores": points,
        "wins": partial(wins, sign=game.sign),
        "wins alone": partial(wins_alone, sign=game.sign),
    }
    return Format(
        game=game.name,
        about=said.about,
        rounds=PAIRINGS[said.pairing](said),
        values=partial(final_chips, said)
        if said.pairing == "runs"
        else partial(mean_by_deal, values[said.value]),
        unit=(game.unit or f"points a {game.played}") if counts_scores else f"wins a {game.played}",
        deals=said.deals,
        high=not counts_scores or game.better == "high",
        least=said.seats if said.pairing == "random tables" else 2,
        strangers=said.strangers,
        round_start=said.round_start,
    )
