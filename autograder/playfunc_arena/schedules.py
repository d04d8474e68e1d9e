"""Schedules: one generator of fixtures for each way of pairing that a contest can name.

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
from typing import TypeAlias

from playfunc.game import ContestFormat, Pairing
from playfunc.measure import deal_rng

from playfunc_arena.outcomes import Fixture, Outcome, points, wins_alone

REPLAYS = 10
"""A round robin whose top is tied is played again so often at most: fixed strategies would tie for ever."""

Rounds: TypeAlias = Generator[list[Fixture], list[Outcome], None]


@dataclass(frozen=True, slots=True)
class Schedule:
    """`rounds(players, deals, seed)` are the fixtures. With so many players, each plays `games_each(players)` games for
    each of the deals, and all together play `games_in_all(players)`: at most so many in a run, where a player may drop
    out, and more in a round robin that is played again. The number of deals is rounded up to a multiple of `step`."""

    rounds: Callable[[int, int, int], Rounds]
    games_each: Callable[[int], int]
    games_in_all: Callable[[int], int]
    step: int = 1


def schedule(said: ContestFormat) -> Schedule:
    """The schedule that a contest's data names."""
    return PAIRINGS[said.pairing](said)


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


def cyclic_tables(players: int, deals: int, seed: int, *, seats: int) -> Rounds:
    """Tables at which everybody plays `deals` deals, rounded up to a multiple of `seats`, against opponents that are
    drawn at random; each deal with every rotation of seats.

    A round is a cyclic design (John and Williams, Cyclic and Computer Generated Designs, 1995): one table for each
    player, so that a player is in as many deals as a table has seats, whatever the number of players is.
    """
    yield [
        Fixture(number * players + place, table[turn:] + table[:turn], f"{seed}/{number}/{place}")
        for number in range(-(-deals // seats))
        for place, table in enumerate(_circle(players, seats, seed, number))
        for turn in range(seats)
    ]


def _circle(players: int, seats: int, seed: int, number: int) -> list[tuple[int, ...]]:
    """A round's tables: all players in a circle, and the same pattern of places laid on it from each of them.

    Two places of the pattern are neighbours, so each player meets its neighbours in the circle: one round alone links
    everybody with everybody else by games.
    """
    rng = deal_rng(str(seed), "contest", number)
    circle = list(range(players))
    rng.shuffle(circle)
    pattern = [0, 1, *rng.sample(range(2, players), seats - 2)]
    rng.shuffle(pattern)
    return [tuple(circle[(start + place) % players] for place in pattern) for start in range(players)]


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


def _shuffled(players: int, seed: int, *purpose: object) -> list[int]:
    order = list(range(players))
    rng: random.Random = deal_rng(str(seed), "contest", *purpose)
    rng.shuffle(order)
    return order


def _pairs(players: int) -> int:
    return players * (players - 1) // 2


def _round_robin(said: ContestFormat) -> Schedule:
    return Schedule(round_robin, lambda players: players - 1, _pairs)


def _duplicate_pairs(said: ContestFormat) -> Schedule:
    return Schedule(duplicate_pairs, lambda players: 2 * (players - 1), lambda players: 2 * _pairs(players))


def _cyclic_tables(said: ContestFormat) -> Schedule:
    """A round is as many tables as there are players, each with all rotations, and as many deals as there are seats."""
    each = partial(cyclic_tables, seats=said.seats)
    return Schedule(each, lambda players: said.seats, lambda players: players, said.seats)


def _runs(said: ContestFormat) -> Schedule:
    return Schedule(
        partial(runs, said),
        lambda players: said.rounds,
        lambda players: said.rounds * -(-players // said.seats),
    )


PAIRINGS: Mapping[Pairing, Callable[[ContestFormat], Schedule]] = {
    "duplicate pairs": _duplicate_pairs,
    "round robin": _round_robin,
    "random pairs": _cyclic_tables,
    "random tables": _cyclic_tables,
    "runs": _runs,
}
"""How a contest's data becomes its schedule."""
