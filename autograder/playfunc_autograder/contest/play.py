"""Fixtures played, in processes side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from playfunc.duplicate import deal_rng
from playfunc.games import rules_for
from playfunc.match import Table, play_games
from playfunc.record import GameRecord
from playfunc.rules import Rules

from playfunc_autograder.assignment import ASSIGNMENTS
from playfunc_autograder.contest.formats import Fixture, Outcome
from playfunc_autograder.players import seat_player

__all__ = ["Played", "play_all"]

CHUNK = 16
"""Fixtures played in lockstep: enough for full batches, few enough for a process a game."""


@dataclass(frozen=True, slots=True)
class Played:
    """A fixture's outcome and its record; the CPU seconds and calls of each contestant in its chunk are in
    the chunk's first."""

    outcome: Outcome
    record: GameRecord


def play_all(
    game: str, names: Sequence[str], players: Sequence[str], fixtures: Sequence[Fixture], jobs: int
) -> Iterator[list[Played]]:
    """All fixtures, chunk by chunk in their order. `players` are named as on the command line, `names` are
    what they are called at the tables."""
    chunks = [fixtures[i : i + CHUNK] for i in range(0, len(fixtures), CHUNK)]
    if jobs == 1 or len(chunks) == 1:
        yield from (_play(game, names, players, chunk) for chunk in chunks)
        return
    from joblib import Parallel, delayed

    work = (delayed(_play)(game, names, players, chunk) for chunk in chunks)
    yield from Parallel(n_jobs=jobs, return_as="generator")(work)


def _play(
    game: str, names: Sequence[str], players: Sequence[str], fixtures: Sequence[Fixture]
) -> list[Played]:
    """One chunk; the fixtures of a table size at a time, because they share rules."""
    played: dict[int, Played] = {}
    for seats in sorted({len(fixture.players) for fixture in fixtures}):
        some = [(place, f) for place, f in enumerate(fixtures) if len(f.players) == seats]
        rules = rules_for(game, seats)
        with ExitStack() as stack:
            wanted = sorted({player for _, fixture in some for player in fixture.players})
            seated = {
                player: seat_player(players[player], rules, ASSIGNMENTS[game], f"contest/{player}", stack)
                for player in wanted
            }
            tables = [
                Table(
                    _start(rules, fixture),
                    tuple(seated[player] for player in fixture.players),
                    tuple(names[player] for player in fixture.players),
                )
                for _, fixture in some
            ]
            records = play_games(rules, tables, "forfeit")
        for (place, fixture), record in zip(some, records, strict=True):
            played[place] = Played(_outcome(fixture, record), record)
    return [played[place] for place in range(len(fixtures))]


def _start(rules: Rules[Any, Any, Any], fixture: Fixture) -> Any:
    state = rules.deal(deal_rng(fixture.seed, "contest"))
    if not fixture.chips:
        return state
    blackjack: Any = rules
    return blackjack.from_shoes(state.shoes, fixture.chips)


def _outcome(fixture: Fixture, record: GameRecord) -> Outcome:
    assert record.scores is not None  # a forfeit ends a game with scores
    faults = tuple((fault.seat, f"{fault.error}: {fault.reason}") for fault in record.faults)
    return Outcome(fixture, tuple(map(float, record.scores)), faults)
