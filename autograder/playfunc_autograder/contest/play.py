"""Fixtures played, in processes side by side.

A player's process sees each deal from one seat, once: the tables of a deal are played one after another, and for
each of these sittings every player gets a new process. In one sitting a process plays many deals in lockstep.

A player that uses up its time in a sitting forfeits the rest of its chunk, so that nobody waits for it again and
again.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from playfunc.duplicate import deal_rng, drawn_ids
from playfunc.errors import TimeError
from playfunc.games import rules_for
from playfunc.match import Table, play_games
from playfunc.player import Answer, Player
from playfunc.record import GameRecord
from playfunc.rules import Call, Rules

from playfunc_autograder.assignment import ASSIGNMENTS
from playfunc_autograder.contest.formats import Fixture, Outcome, fault_text
from playfunc_autograder.players import NamedPlayer
from playfunc_autograder.sandbox.budget import NOT_ASKED, Metered

__all__ = ["Field", "Played", "play_all", "sittings"]

LEAST_SECONDS = 60.0
"""CPU seconds for a player's moves of a sitting, however few its games are."""

DEALS = 16
"""Deals in a chunk: enough games for full batches, few enough that a contest that is stopped loses little."""


@dataclass(frozen=True, slots=True)
class Field:
    """All that play depends on beside the fixtures. `names` are what contestants are called, at the tables too
    unless they are `strangers` there."""

    game: str
    seed: int
    names: tuple[str, ...]
    players: tuple[NamedPlayer, ...]
    strangers: bool = False


@dataclass(frozen=True, slots=True)
class Played:
    """A fixture's outcome and its record."""

    outcome: Outcome
    record: GameRecord


def play_all(field: Field, fixtures: Sequence[Fixture], jobs: int) -> Iterator[list[Played]]:
    """All fixtures, chunk by chunk in their order. Chunks share no deal, so they may be played at the same time."""
    chunks = _chunks(fixtures)
    if jobs == 1 or len(chunks) == 1:
        yield from (_play(field, chunk) for chunk in chunks)
        return
    from joblib import Parallel, delayed

    work = (delayed(_play)(field, chunk) for chunk in chunks)
    yield from Parallel(n_jobs=jobs, return_as="generator")(work)


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
    played: dict[Fixture, Played] = {}
    late: frozenset[int] = frozenset()
    for some in sittings(fixtures):
        results, out_of_time = _sit(field, some, late)
        played |= {one.outcome.fixture: one for one in results}
        late |= out_of_time
    return [played[fixture] for fixture in fixtures]


def _sit(field: Field, fixtures: Sequence[Fixture], late: Set[int]) -> tuple[list[Played], set[int]]:
    """One sitting, and which players used up their time in it; those that are `late` already are not asked."""
    rules = rules_for(field.game, len(fixtures[0].players))
    with ExitStack() as stack:
        seated = {
            player: OutOfTime() if player in late else _seat(field, player, games, rules, stack)
            for player, games in sorted(Counter(p for fixture in fixtures for p in fixture.players).items())
        }
        tables = [
            Table(
                _start(rules, fixture),
                tuple(seated[player] for player in fixture.players),
                _ids(field, fixture),
            )
            for fixture in fixtures
        ]
        records = play_games(rules, tables, "forfeit")
        exhausted = {p for p, one in seated.items() if isinstance(one, Metered) and one.exhausted}
    return [_played(field, *each) for each in zip(fixtures, records, strict=True)], exhausted


def _seat(field: Field, player: int, games: int, rules: Rules[Any, Any, Any], stack: ExitStack) -> Player:
    """A contestant in a process of its own, with time for so many games."""
    assignment = ASSIGNMENTS[field.game]
    limits = assignment.published
    a_game = assignment.leniency * limits.total_seconds / (2 * assignment.deals)
    total = min(limits.total_seconds, max(a_game * games, LEAST_SECONDS))
    timed = dataclasses.replace(assignment, published=dataclasses.replace(limits, total_seconds=total))
    return field.players[player].seat(rules, timed, f"{field.seed}/{player}", stack)


class OutOfTime:
    """A player that is not asked any more."""

    name = "out of time"

    def answer(self, calls: Sequence[Call]) -> list[Answer]:
        return [TimeError(f"its time was used up in earlier games, {NOT_ASKED}") for _ in calls]


def _ids(field: Field, fixture: Fixture) -> tuple[str, ...]:
    """What the players at a table know each other by."""
    if field.strangers:
        return drawn_ids(deal_rng(fixture.seed, "ids"), len(fixture.players))
    return _names(field, fixture)


def _names(field: Field, fixture: Fixture) -> tuple[str, ...]:
    return tuple(field.names[player] for player in fixture.players)


def _start(rules: Rules[Any, Any, Any], fixture: Fixture) -> Any:
    state = rules.deal(deal_rng(fixture.seed, "contest"))
    if not fixture.chips:
        return state
    blackjack: Any = rules
    return blackjack.from_shoes(state.shoes, fixture.chips)


def _played(field: Field, fixture: Fixture, record: GameRecord) -> Played:
    """The record is kept under the players' names, for those who look at it afterwards."""
    assert record.scores is not None  # a forfeit ends a game with scores
    reasons = tuple((fault.seat, fault_text(fault.error, fault.reason)) for fault in record.faults)
    names = _names(field, fixture)
    faults = tuple(dataclasses.replace(fault, player=names[fault.seat]) for fault in record.faults)
    outcome = Outcome(fixture, tuple(map(float, record.scores)), reasons)
    return Played(outcome, dataclasses.replace(record, players=names, faults=faults))
