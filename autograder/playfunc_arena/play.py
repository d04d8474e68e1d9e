"""Fixtures and whole contests played, in processes side by side. Which process of a player sees what, `plan` says.

What a player may use is shared out among its sittings, so that a player that loops for ever costs the contest as much
time as it would in a single one."""

from __future__ import annotations

import dataclasses
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

from playfunc.match import Table, play_games
from playfunc.measure import deal_rng, drawn_ids
from playfunc.player import Listener, Player
from playfunc.record import GameRecord
from playfunc.registry import resolve
from playfunc.rules import Rules, Seat
from playfunc_autograder.executors import Workers, in_order
from playfunc_checks.find_assignment import default_assignment
from playfunc_checks.submitted_player import Budget, Limits, Metered

from playfunc_arena.formats import Field, Fixture, Outcome, Rounds, fault_text
from playfunc_arena.plan import Chunk, chunks, game_seconds, limits, questions

# What a game took each player, and what its owner alone may read: neither is in the record or the outcome.


LONGEST_TRACEBACK = 8 * 1024
"""Characters of a traceback that are kept."""


@dataclass(frozen=True, slots=True)
class Private:
    """One seat of a game. `move_seconds` are the CPU seconds of its answers in their order, as the trusted side
    measured them; none for a player of ours. `traceback` is that of its first fault. `printed` is what the player
    printed in the whole sitting; it comes with the first of the player's games there."""

    move_seconds: tuple[float, ...] = ()
    traceback: str = ""
    printed: str = ""

    @property
    def cpu_seconds(self) -> float:
        return sum(self.move_seconds)


class Clock:
    """Collects the seconds of each answer of a sitting, by game and seat."""

    def __init__(self) -> None:
        self._seconds: dict[tuple[int, Seat], list[float]] = {}

    def note(self, player: Player, asked: Sequence[tuple[int, Seat]]) -> None:
        """The player has answered these questions, each of a game and a seat."""
        if isinstance(player, Metered):
            for place, seconds in zip(asked, player.last_seconds, strict=True):
                self._seconds.setdefault(place, []).append(seconds)

    def seconds(self, game: int, seat: Seat) -> tuple[float, ...]:
        return tuple(self._seconds.get((game, seat), ()))


def private(game: int, record: GameRecord, clock: Clock, printed: Mapping[Seat, str]) -> tuple[Private, ...]:
    """By seat. `game` is the number by which the clock knows it."""
    details = {fault.seat: fault.detail for fault in reversed(record.faults)}
    return tuple(
        Private(clock.seconds(game, seat), details.get(seat, "")[-LONGEST_TRACEBACK:], printed.get(seat, ""))
        for seat in range(len(record.players))
    )


# Matches: games between the same players, who remember the games before.
#
# A player's memory goes on from game to game. A program that has a process for each game keeps it: it is told that all
# is over only after the last game; or after a fault, which ends a game within a turn, and then it begins afresh.


def play_matches(
    rules: Rules[Any, Any, Any], tables: Sequence[Table], follow: str, clock: Clock
) -> list[GameRecord]:
    """All tables in lockstep, but those of the same players one after another; their records in order. For
    `follow` see `playfunc.game.ContestFormat`."""
    records: dict[int, GameRecord] = {}
    memories: dict[int, Sequence[str | None]] = {}
    matches = _matches(tables)
    for turn in range(max(map(len, matches), default=0)):
        on = [match for match in matches if turn < len(match)]
        places = [match[turn] for match in on]
        begun = [
            _after(tables[place], tables[before], records[before], memories[before], follow)
            if turn
            else tables[place]
            for place, before in zip(places, (match[turn - 1] for match in on), strict=True)
        ]
        played = play_games(
            rules,
            begun,
            "forfeit",
            on_answers=partial(_note, clock, places),
            on_end=partial(_keep, memories, places),
        )
        for match, place, record in zip(on, places, played, strict=True):
            records[place] = record
            if place == match[-1] or record.faults:
                memories[place] = _final_memories(tables[place].players, memories[place])
    return [records[place] for place in range(len(tables))]


def _note(clock: Clock, places: Sequence[int], player: Player, asked: Sequence[tuple[int, Seat]]) -> None:
    clock.note(player, [(places[number], seat) for number, seat in asked])


def _keep(
    kept: dict[int, Sequence[str | None]], places: Sequence[int], number: int, memories: Sequence[str | None]
) -> None:
    kept[places[number]] = memories


def _matches(tables: Sequence[Table]) -> list[list[int]]:
    """The tables of the same players, each by its place."""
    matches: dict[frozenset[int], list[int]] = {}
    for place, table in enumerate(tables):
        matches.setdefault(frozenset(map(id, table.players)), []).append(place)
    return list(matches.values())


def _after(
    table: Table, before: Table, record: GameRecord, memories: Sequence[str | None], follow: str
) -> Table:
    """The table with what its players bring along from the game before."""
    seats = [
        next(seat for seat, other in enumerate(before.players) if other is player) for player in table.players
    ]
    state = resolve(follow)(table.state, record, seats)
    return replace(table, state=state, memories=tuple(memories[seat] for seat in seats))


def _final_memories(players: Sequence[Player], memories: Sequence[str | None]) -> list[str | None]:
    """What is left of the memories once the players know that it is over."""
    left: list[str | None] = []
    for player, memory in zip(players, memories, strict=True):
        if isinstance(player, Listener):
            player.game_over(memory)
            memory = None
        left.append(memory)
    return left


LEAST_SECONDS = 60.0
"""CPU seconds for a player's moves of a chunk, however few its games are."""


@dataclass(frozen=True, slots=True)
class Played:
    """A fixture's outcome and its record, and by seat what is neither in one nor in the other."""

    outcome: Outcome
    record: GameRecord
    private: tuple[Private, ...] = ()


def play_all(
    field: Field, fixtures: Sequence[Fixture], workers: Workers, kept: int = 0
) -> Iterator[list[Played]]:
    """All fixtures but the first `kept`, chunk by chunk in their order. Raises
    `playfunc_autograder.players.PlayerNameError` for a player that cannot play where the workers are."""
    if workers.elsewhere:
        field = dataclasses.replace(field, players=tuple(player.carried() for player in field.players))
    todo = [chunk for chunk in chunked(field, fixtures) if chunk.end > kept]
    tasks = [task for chunk in todo for task in _tasks(fixtures, chunk)]
    results = in_order(partial(_sit, field), tasks, workers.executor)
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


def play_rounds(
    field: Field,
    rounds: Rounds,
    workers: Workers,
    keep: Callable[[list[Played], int, int], Sequence[Outcome]],
    known: Callable[[int, int], Sequence[Outcome]] = lambda done, count: (),
) -> list[Outcome]:
    """The outcomes of all games of `rounds`, whose next fixtures depend on the outcomes before.

    `keep(played, done, total)` is called for games as they are played, when `done` of the `total` known so far are
    over, and answers their outcomes as they are kept. `known(done, count)` are those of the next `count` games that
    need not be played again, from the first on."""
    outcomes: list[Outcome] = []
    fixtures = next(rounds, [])
    while True:
        finished = list(known(len(outcomes), len(fixtures)))
        total = len(outcomes) + len(fixtures)
        for played in play_all(field, fixtures, workers, len(finished)):
            finished += keep(played, len(outcomes) + len(finished), total)
        outcomes += finished
        try:
            fixtures = rounds.send(finished)
        except StopIteration:
            return outcomes


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
        """What the player may use here: its share of the published limits, with time for its games of the chunk."""
        published, games = limits(game), self.games[player]
        share = sum(player in fixture.players for fixture in self.fixtures) / games
        seconds = min(published.total_seconds, max(game_seconds(game) * games, LEAST_SECONDS))
        restarts = math.ceil(published.restarts * share)
        return dataclasses.replace(published, total_seconds=seconds * share, restarts=restarts)


def _tasks(fixtures: Sequence[Fixture], chunk: Chunk) -> Iterator[_Task]:
    games = Counter(player for fixture in fixtures[chunk.first : chunk.end] for player in fixture.players)
    for sitting in chunk.sittings:
        here = tuple(fixtures[place] for place in sitting)
        yield _Task(here, {player: games[player] for fixture in here for player in fixture.players})


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
    assignment = default_assignment(field.game)
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
