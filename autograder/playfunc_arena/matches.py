"""Matches: games between the same players, who remember the games before.

A player's memory goes on from game to game. A program that has a process for each game keeps it: it is told that all
is over only after the last game; or after a fault, which ends a game within a turn, and then it begins afresh.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from playfunc.match import Table, play_games
from playfunc.player import Listener, Player
from playfunc.record import GameRecord
from playfunc.references import resolve
from playfunc.rules import Rules, Seat

from playfunc_arena.costs import Clock


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
                memories[place] = _told(tables[place].players, memories[place])
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


def _told(players: Sequence[Player], memories: Sequence[str | None]) -> list[str | None]:
    """What is left of the memories once the players know that it is over."""
    left: list[str | None] = []
    for player, memory in zip(players, memories, strict=True):
        if isinstance(player, Listener):
            player.game_over(memory)
            memory = None
        left.append(memory)
    return left
