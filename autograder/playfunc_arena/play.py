"""Fixtures played, in processes side by side. Which process of a player sees what, `chunks` says.

What a player may use is shared out among its sittings, so that a player that loops for ever costs the contest as much
time as it would in a single one.
"""

from __future__ import annotations

import dataclasses
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from playfunc.games import rules_for
from playfunc.match import Table, play_games
from playfunc.measure import deal_rng, drawn_ids
from playfunc.player import Player
from playfunc.record import GameRecord
from playfunc.references import resolve
from playfunc.rules import Rules
from playfunc_autograder.executors import Workers, in_order
from playfunc_autograder.players import NamedPlayer
from playfunc_autograder.sandbox.metered import Metered
from playfunc_checks.budget import Budget, Limits
from playfunc_checks.usual import usual_assignment

from playfunc_arena.chunks import Chunk, chunks
from playfunc_arena.costs import Clock, Private, private
from playfunc_arena.matches import play_matches
from playfunc_arena.outcomes import Fixture, Outcome, fault_text
from playfunc_arena.plan import game_seconds, limits, questions

LEAST_SECONDS = 60.0
"""CPU seconds for a player's moves of a chunk, however few its games are."""


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
class Played:
    """A fixture's outcome and its record, and by seat what is neither in one nor in the other."""

    outcome: Outcome
    record: GameRecord
    private: tuple[Private, ...] = ()


def play_all(
    field: Field, fixtures: Sequence[Fixture], workers: Workers, kept: int = 0
) -> Iterator[list[Played]]:
    """All fixtures but the first `kept`, chunk by chunk in their order.

    Raises `playfunc_autograder.players.PlayerNameError` for a player that cannot play where the workers are.
    """
    if workers.elsewhere:
        field = dataclasses.replace(field, players=tuple(player.carried() for player in field.players))
    todo = [chunk for chunk in chunked(field, fixtures) if chunk.end > kept]
    tasks = [task for chunk in todo for task in _tasks(fixtures, chunk)]
    results = in_order(partial(_sit, field), tasks, workers.forking)
    for chunk in todo:
        played = {
            place: one
            for sitting in chunk.sittings
            for place, one in zip(sitting, next(results), strict=True)
        }
        yield [played[place] for place in range(max(chunk.first, kept), chunk.end)]


def chunked(field: Field, fixtures: Sequence[Fixture]) -> list[Chunk]:
    """How the fixtures are played: in every sitting of every chunk each player there has a new process, or several."""
    return chunks(fixtures, _questions(field), matches=bool(field.follow), apart=field.apart)


def warm_up(workers: Workers) -> None:
    """Begin to prepare the processes that `play_all` will need, and return at once."""
    workers.begin_forking(_sit)


def _questions(field: Field) -> Callable[[Fixture], float]:
    """What each player of a fixture is asked, about: the same for all tables of its size."""

    @cache
    def asked(seats: int) -> float:
        return questions(field.rules(seats))

    return lambda fixture: asked(len(fixture.players))


@dataclass(frozen=True, slots=True)
class _Task:
    """A sitting to be played, and how many games each of its players has in the whole chunk."""

    fixtures: tuple[Fixture, ...]
    games: Mapping[int, int]

    def limits(self, game: str, player: int) -> Limits:
        """What the player may use here: its limits for the chunk, shared out by games."""
        chunk = _limits(game, self.games[player])
        share = sum(player in fixture.players for fixture in self.fixtures) / self.games[player]
        return dataclasses.replace(
            chunk, total_seconds=chunk.total_seconds * share, restarts=math.ceil(chunk.restarts * share)
        )


def _tasks(fixtures: Sequence[Fixture], chunk: Chunk) -> Iterator[_Task]:
    games = Counter(player for fixture in fixtures[chunk.first : chunk.end] for player in fixture.players)
    for sitting in chunk.sittings:
        here = tuple(fixtures[place] for place in sitting)
        yield _Task(here, {player: games[player] for fixture in here for player in fixture.players})


def _limits(game: str, games: int) -> Limits:
    """The published limits, with time for so many games."""
    published = limits(game)
    total = min(published.total_seconds, max(game_seconds(game) * games, LEAST_SECONDS))
    return dataclasses.replace(published, total_seconds=total)


def _sit(field: Field, task: _Task) -> list[Played]:
    """One sitting, in processes that see nothing else."""
    fixtures = task.fixtures
    rules = field.rules(len(fixtures[0].players))
    clock = Clock()
    with ExitStack() as stack:
        tables = [
            Table(_start(rules, field, fixture), players, _ids(field, fixture))
            for fixture, players in zip(fixtures, _seated(rules, field, task, stack), strict=True)
        ]
        if field.follow:
            records = play_matches(rules, tables, field.follow, clock)
        else:
            records = play_games(rules, tables, "forfeit", on_answers=clock.note)
    printed = {
        id(each): each.output for table in tables for each in table.players if isinstance(each, Metered)
    }
    played = []
    for number, (fixture, record) in enumerate(zip(fixtures, records, strict=True)):
        said = {seat: printed.pop(id(each), "") for seat, each in enumerate(tables[number].players)}
        played.append(_played(field, fixture, record, private(number, record, clock, said)))
    return played


def _seated(
    rules: Rules[Any, Any, Any], field: Field, task: _Task, stack: ExitStack
) -> Iterator[tuple[Player, ...]]:
    """The players of each table. All processes of a player together keep within its limits."""
    assignment = usual_assignment(field.game)
    budgets = {player: Budget(task.limits(field.game, player)) for player in task.games}

    @cache
    def seat(player: int, alone: object) -> Player:
        seed = f"{field.seed}/{player}"
        return field.players[player].seat(rules, assignment, seed, stack, budgets[player])

    for number, fixture in enumerate(task.fixtures):
        alone = frozenset(fixture.players) if field.follow else number
        yield tuple(seat(player, alone if player in field.apart else None) for player in fixture.players)


def _ids(field: Field, fixture: Fixture) -> tuple[str, ...]:
    """What the players at a table know each other by."""
    if field.strangers:
        return drawn_ids(deal_rng(fixture.seed, "ids"), len(fixture.players))
    return _names(field, fixture)


def _names(field: Field, fixture: Fixture) -> tuple[str, ...]:
    return tuple(field.names[player] for player in fixture.players)


def _start(rules: Rules[Any, Any, Any], field: Field, fixture: Fixture) -> Any:
    rng = deal_rng(fixture.seed, "contest")
    if not fixture.chips:
        return rules.deal(rng)
    return resolve(field.round_start)(rules, rng, fixture.chips)


def _played(field: Field, fixture: Fixture, record: GameRecord, private: tuple[Private, ...]) -> Played:
    """The record is kept under the players' names, for those who look at it afterwards, and without tracebacks."""
    assert record.scores is not None  # a forfeit ends a game with scores
    reasons = tuple((fault.seat, fault_text(fault.error, fault.reason)) for fault in record.faults)
    names = _names(field, fixture)
    faults = tuple(dataclasses.replace(fault, player=names[fault.seat], detail="") for fault in record.faults)
    outcome = Outcome(fixture, tuple(map(float, record.scores)), reasons)
    return Played(outcome, dataclasses.replace(record, players=names, faults=faults), private)
