"""Fixtures played, in processes side by side.

A player's process sees each deal from one seat, once: the tables of a deal are played one after another, and for
each of these sittings every player gets a new process. In one sitting a process plays many deals in lockstep.

A player has one budget for a chunk: once that is used up it forfeits the rest, so that the contest does not wait
for it in every sitting.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from typing import Any

from playfunc.duplicate import deal_rng, drawn_ids
from playfunc.games import rules_for
from playfunc.match import Table, play_games
from playfunc.record import GameRecord
from playfunc.references import resolve
from playfunc.rules import Rules
from playfunc_autograder.executors import in_order
from playfunc_autograder.players import NamedPlayer
from playfunc_checks.budget import Budget, Limits
from playfunc_checks.usual import usual_assignment

from playfunc_arena.formats import Fixture, Outcome, fault_text

__all__ = ["Field", "Played", "play_all", "sittings"]

LEAST_SECONDS = 60.0
"""CPU seconds for a player's moves of a chunk, however few its games are."""

DEALS = 16
"""Deals in a chunk: enough games for full batches, few enough that a contest that is stopped loses little."""


@dataclass(frozen=True, slots=True)
class Field:
    """All that play depends on beside the fixtures. `names` are what contestants are called, at the tables too
    unless they are `strangers` there; `round_start` as in `playfunc.game.ContestFormat`."""

    game: str
    seed: int
    names: tuple[str, ...]
    players: tuple[NamedPlayer, ...]
    strangers: bool = False
    round_start: str = ""


@dataclass(frozen=True, slots=True)
class Played:
    """A fixture's outcome and its record."""

    outcome: Outcome
    record: GameRecord


def play_all(field: Field, fixtures: Sequence[Fixture], jobs: int) -> Iterator[list[Played]]:
    """All fixtures, chunk by chunk in their order. Chunks share no deal, so they may be played at the same time."""
    chunks = _chunks(fixtures)
    yield from in_order(partial(_play, field), chunks, min(jobs, len(chunks)))


def sittings(fixtures: Sequence[Fixture]) -> list[list[Fixture]]:
    """The fixtures in groups to be played one after another: none holds a deal twice, and all tables of a group
    have the same size."""
    before: Counter[str] = Counter()
    groups: dict[tuple[int, int], list[Fixture]] = {}
    for fixture in fixtures:
        groups.setdefault((before[fixture.seed], len(fixture.players)), []).append(fixture)
        before[fixture.seed] += 1
    return list(groups.values())


def _chunks(fixtures: Sequence[Fixture]) -> list[list[Fixture]]:
    """Runs of whole deals."""
    deals = {seed: place for place, seed in enumerate(dict.fromkeys(f.seed for f in fixtures))}
    chunks: dict[int, list[Fixture]] = {}
    for fixture in fixtures:
        chunks.setdefault(deals[fixture.seed] // DEALS, []).append(fixture)
    return list(chunks.values())


def _play(field: Field, fixtures: Sequence[Fixture]) -> list[Played]:
    """One chunk."""
    games = Counter(player for fixture in fixtures for player in fixture.players)
    budgets = {player: Budget(_limits(field.game, count)) for player, count in games.items()}
    played = {one.outcome.fixture: one for some in sittings(fixtures) for one in _sit(field, some, budgets)}
    return [played[fixture] for fixture in fixtures]


def _limits(game: str, games: int) -> Limits:
    """The published limits, with time for so many games."""
    assignment = usual_assignment(game)
    published = assignment.published
    a_game = assignment.leniency * published.total_seconds / (2 * assignment.deals)
    total = min(published.total_seconds, max(a_game * games, LEAST_SECONDS))
    return dataclasses.replace(published, total_seconds=total)


def _sit(field: Field, fixtures: Sequence[Fixture], budgets: Mapping[int, Budget]) -> list[Played]:
    """One sitting, within what is left of each player's budget."""
    rules = rules_for(field.game, len(fixtures[0].players))
    with ExitStack() as stack:
        seated = {
            player: field.players[player].seat(
                rules, usual_assignment(field.game), f"{field.seed}/{player}", stack, budgets[player]
            )
            for player in sorted({player for fixture in fixtures for player in fixture.players})
        }
        tables = [
            Table(
                _start(rules, field, fixture),
                tuple(seated[player] for player in fixture.players),
                _ids(field, fixture),
            )
            for fixture in fixtures
        ]
        records = play_games(rules, tables, "forfeit")
    return [_played(field, *each) for each in zip(fixtures, records, strict=True)]


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


def _played(field: Field, fixture: Fixture, record: GameRecord) -> Played:
    """The record is kept under the players' names, for those who look at it afterwards."""
    assert record.scores is not None  # a forfeit ends a game with scores
    reasons = tuple((fault.seat, fault_text(fault.error, fault.reason)) for fault in record.faults)
    names = _names(field, fixture)
    faults = tuple(dataclasses.replace(fault, player=names[fault.seat]) for fault in record.faults)
    outcome = Outcome(fixture, tuple(map(float, record.scores)), reasons)
    return Played(outcome, dataclasses.replace(record, players=names, faults=faults))
