"""Contests, made from each game's contest format (`Game.contests`): how players are paired, what is scored, and
the field of players."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from statistics import fmean
from typing import TYPE_CHECKING, Any, TypeAlias

from playfunc.game import ContestFormat, Game
from playfunc.games import GAMES, rules_for
from playfunc.measure import deal_rng
from playfunc.rules import Rules

if TYPE_CHECKING:
    from playfunc_autograder.players import NamedPlayer

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


# Schedules: one generator of fixtures for each way of pairing that a contest can name.
#
# A schedule is a generator: it yields all fixtures that do not depend on outcomes, is sent these, and goes on from
# there until the contest is over. What it yields depends on nothing but the arguments and the outcomes, so a
# stopped contest resumes where it stopped. Fixtures of the same deal follow each other.


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


def round_robin(players: int, deals: int, seed: int) -> Rounds:
    """Everyone meets everyone, `deals` times each with sides taken in turn; while the top is tied the whole
    is played again and the counts add up."""
    won = [0.0] * players
    for replay in range(REPLAYS):
        fixtures = [
            Fixture(deal, pair[::-1] if deal % 2 else pair, f"{seed}/{replay}/{number}/{pair[0]}-{pair[1]}")
            for number, deal in enumerate(range(replay * deals, (replay + 1) * deals))
            for pair in combinations(range(players), 2)
        ]
        for outcome in (yield fixtures):
            for player, score in wins_alone(outcome).items():
                won[player] += score
        if won.count(max(won)) == 1:
            return


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
            order = list(range(players))
            deal_rng(str(seed), "contest", run, number).shuffle(order)
            order = [player for player in order if left[player] >= said.least_chips]
            count = -(-len(order) // said.seats)
            for place in range(count):
                table = tuple(order[place::count])
                chips_here = tuple(int(left[player]) for player in table)
                fixtures.append(Fixture(run, table, f"{seed}/{run}/{number}/{place}", chips_here))
        for outcome in (yield fixtures):
            for player, after in points(outcome).items():
                chips[outcome.fixture.deal][player] = after


def _pairs(players: int) -> int:
    return players * (players - 1) // 2


def schedule(said: ContestFormat) -> Schedule:
    """The schedule that a contest's data names."""
    match said.pairing:
        case "round robin":
            return Schedule(round_robin, lambda players: players - 1, _pairs)
        case "duplicate pairs":
            return Schedule(
                duplicate_pairs, lambda players: 2 * (players - 1), lambda players: 2 * _pairs(players)
            )
        case "runs":
            return Schedule(
                partial(runs, said),
                lambda players: said.rounds,
                lambda players: said.rounds * -(-players // said.seats),
            )
        case _:  # a round: as many tables as players, each with all rotations, and as many deals as seats
            rounds = partial(cyclic_tables, seats=said.seats)
            return Schedule(rounds, lambda players: said.seats, lambda players: players, said.seats)


Values: TypeAlias = dict[int, dict[int, float]]
"""player → deal → what the player got there, on average over the deal's games."""

Differences: TypeAlias = dict[tuple[int, int], dict[int, float]]
"""A pair of players that met → deal → what the first got there less what the second got."""


@dataclass(frozen=True, slots=True)
class Field:
    """All that play depends on beside the fixtures. `names` are what contestants are called, at the tables too
    unless they are `strangers` there; for `round_start`, `follow` and the rules' `parameters` see
    `playfunc.game.ContestFormat`. Contestants that are kept `apart` have a process for each game or match."""

    game: str
    seed: int
    names: tuple[str, ...]
    players: tuple[NamedPlayer, ...]
    strangers: bool = False
    round_start: str = ""
    follow: str = ""
    parameters: Mapping[str, int] = dataclasses.field(default_factory=dict)
    apart: frozenset[int] = frozenset()

    def rules(self, seats: int) -> Rules[Any, Any, Any]:
        """Of a table of this size."""
        return rules_for(self.game, seats, **self.parameters)


@dataclass(frozen=True, slots=True)
class Format:
    """A contest of `game`. `rounds(players, deals, seed)` are its fixtures; for `games_each`, `games_in_all` and
    `step` see `playfunc_arena.formats.Schedule`. `values(outcomes)` is what each player got, by player and deal, and
    `differences(outcomes)` by how much one got more than another where they met; `unit` says what that is, and
    `high` whether more of it wins. `deals` is how many are played by default, `least` the minimum number of
    players. A `complete` contest ranks by any number of deals: everyone meets everyone equally often.
    For `strangers`, `round_start`, `follow` and `parameters` see `playfunc.game.ContestFormat`."""

    game: str
    about: str
    rounds: Callable[[int, int, int], Rounds]
    games_each: Callable[[int], int]
    games_in_all: Callable[[int], int]
    values: Callable[[Sequence[Outcome]], Values]
    differences: Callable[[Sequence[Outcome]], Differences]
    unit: str
    deals: int
    complete: bool = False
    step: int = 1
    high: bool = True
    least: int = 2
    strangers: bool = False
    round_start: str = ""
    follow: str = ""
    parameters: Mapping[str, int] = dataclasses.field(default_factory=dict)

    def field(
        self,
        seed: int,
        names: Sequence[str],
        players: Sequence[NamedPlayer],
        apart: Collection[int] = frozenset(),
    ) -> Field:
        """These players in this contest."""
        return Field(
            game=self.game,
            seed=seed,
            names=tuple(names),
            players=tuple(players),
            strangers=self.strangers,
            round_start=self.round_start,
            follow=self.follow,
            parameters=self.parameters,
            apart=frozenset(apart),
        )

    def whole(self, deals: int) -> int:
        """How many deals are played where `deals` are asked for."""
        return -(-deals // self.step) * self.step


def mean_by_deal(value: Callable[[Outcome], Mapping[int, float]], outcomes: Sequence[Outcome]) -> Values:
    """What a player got in a deal, as the mean of `value` over the deal's games."""
    got: dict[int, dict[int, list[float]]] = {}
    for outcome in outcomes:
        for player, number in value(outcome).items():
            got.setdefault(player, {}).setdefault(outcome.fixture.deal, []).append(number)
    return {player: {deal: fmean(all_) for deal, all_ in by.items()} for player, by in got.items()}


def mean_differences(
    value: Callable[[Outcome], Mapping[int, float]], outcomes: Sequence[Outcome]
) -> Differences:
    """By how much a player's `value` was above another's, as the mean over the deal's games between them."""
    apart: dict[tuple[int, int], dict[int, list[float]]] = {}
    for outcome in outcomes:
        for (one, mine), (other, theirs) in combinations(sorted(value(outcome).items()), 2):
            apart.setdefault((one, other), {}).setdefault(outcome.fixture.deal, []).append(mine - theirs)
    return {pair: {deal: fmean(all_) for deal, all_ in by.items()} for pair, by in apart.items()}


def final_differences(said: ContestFormat, outcomes: Sequence[Outcome]) -> Differences:
    """By how many chips a player ended above another; in a run all play on the same terms, and count as having met."""
    left = sorted(final_chips(said, outcomes).items())
    return {
        (one, other): {run: mine[run] - theirs[run] for run in mine}
        for (one, mine), (other, theirs) in combinations(left, 2)
    }


def final_chips(said: ContestFormat, outcomes: Sequence[Outcome]) -> Values:
    """The chips after the last round that a player took part in; 0 for a run in which it went broke."""
    left: Values = {}
    for outcome in outcomes:
        for player, chips in points(outcome).items():
            left.setdefault(player, {})[outcome.fixture.deal] = chips if chips >= said.least_chips else 0.0
    return left


def contest_names() -> list[str]:
    """All contests of all games that can be loaded."""
    return [
        f"{name}-{ending}" if ending else name
        for name, found in GAMES.usable().items()
        for ending in found.contests
    ]


def contest_format(name: str) -> Format:
    """The contest of this name: a game's, or `hearts-four` for the one that Hearts calls "four". Raises `ValueError`
    with a sentence where there is none, or its game cannot be loaded."""
    return _format(*_found(name))


LADDER_DEALS = 50
"""Deals a player by default where a contest counts meetings instead, as a round robin does."""


def ladder_format(name: str) -> Format:
    """The same contest for fields of any size: instead of everyone against everyone, each player meets opponents that
    are drawn at random, for as many deals as every other. All are strangers: a ladder's pages tell everybody what the
    others are called, so players that were told at the table could lose to a friend, or play otherwise against ours.

    Raises `ValueError` as `contest_format` does.
    """
    game, said = _found(name)
    said = dataclasses.replace(said, strangers=True)
    if said.pairing in ("duplicate pairs", "round robin"):
        said = dataclasses.replace(
            said,
            pairing="random pairs",
            seats=2,
            about="random pairs, each deal from both sides",
            deals=max(said.deals, LADDER_DEALS),
        )
    return _format(game, said)


def _found(name: str) -> tuple[Game, ContestFormat]:
    start, _, ending = (name, "", "") if name in GAMES else name.rpartition("-")
    if start not in GAMES or ending not in GAMES[start].contests:
        raise ValueError(f"there is no contest {name!r}; known are {', '.join(contest_names())}")
    return GAMES[start], GAMES[start].contests[ending]


def _format(game: Game, said: ContestFormat) -> Format:
    counts_scores = said.value == "scores"
    values: Mapping[str, Callable[[Outcome], Mapping[int, float]]] = {
        "scores": points,
        "wins": partial(wins, sign=game.sign),
        "wins alone": partial(wins_alone, sign=game.sign),
    }
    scheduled, runs = schedule(said), said.pairing == "runs"
    return Format(
        game=game.name,
        about=said.about,
        rounds=scheduled.rounds,
        games_each=scheduled.games_each,
        games_in_all=scheduled.games_in_all,
        values=partial(final_chips, said) if runs else partial(mean_by_deal, values[said.value]),
        differences=partial(final_differences, said)
        if runs
        else partial(mean_differences, values[said.value]),
        unit=(game.unit or f"points a {game.played}") if counts_scores else f"wins a {game.played}",
        deals=said.deals,
        complete=said.pairing == "round robin",
        step=scheduled.step,
        high=not counts_scores or game.better == "high",
        least=said.seats if said.pairing == "random tables" else 2,
        strangers=said.strangers,
        round_start=said.round_start,
        follow=said.follow,
        parameters=said.parameters,
    )
