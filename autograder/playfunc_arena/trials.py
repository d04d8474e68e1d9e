"""Players are tried before the first game counts: whether they can play, what a game takes, and whether they keep
something from game to game."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from playfunc.errors import PlayError
from playfunc.games import GAMES
from playfunc.match import Table, play_game, play_games
from playfunc.measure import deal_rng
from playfunc.record import GameRecord, rules_parameters
from playfunc.rules import Rules
from playfunc_autograder.players import NamedPlayer
from playfunc_autograder.programs import ProgramPlayer
from playfunc_autograder.sandbox import WorkerPlayer
from playfunc_checks.assignment import Assignment
from playfunc_opponents import opponent, weakest_at

from playfunc_arena.outcomes import fault_text
from playfunc_arena.plan import questions

QUESTIONS = 100
"""To a player in its trial, about, in 2 to 8 games."""

TIMED_GAMES, TIMED_SECONDS = 16, 0.2
"""In which an opponent of ours is timed: so many games, or as many as end within so many CPU seconds."""


@dataclass(frozen=True, slots=True)
class Trial:
    """How a trial ended. `refusal` says why the player cannot take part, and is empty if it can. `cpu_a_game` are the
    CPU seconds that a game takes with keeping it, `None` where none was played. `apart` says that the player answers
    otherwise after other games, so that each game or match of it needs a process of its own."""

    refusal: str = ""
    cpu_a_game: float | None = None
    apart: bool = False


def try_player(player: NamedPlayer, rules: Rules[Any, Any, Any], assignment: Assignment) -> Trial:
    """Try it in games against the weakest opponent, confined as it will play. Raises `ProgramError`.

    It must load, and answer the first question of each of its functions by the rules. What it does later costs it
    single games, and is no reason to refuse it. Then it plays the longest game again in a new process: a player that
    keeps nothing plays it the same.
    """
    if player.ours:
        return Trial(cpu_a_game=house_seconds(rules, player.name))
    deals = [rules.deal(deal_rng("public", "trial", rules.name, number)) for number in range(_games(rules))]
    try:
        together = _play(player, rules, assignment, deals)
        refusal = _refusal(rules, together.records[0])
        if refusal or not together.spans_games:
            return Trial(refusal, together.cpu_a_game)
        longest = max(range(len(deals)), key=lambda number: _answered(together.records[number]))
        alone = _play(player, rules, assignment, [deals[longest]])
    except PlayError as error:
        return Trial(fault_text(type(error).__name__, error.reason))
    apart = alone.records[0].moves != together.records[longest].moves
    return Trial("", together.cpu_a_game + alone.start_seconds * apart, apart)


@dataclass(frozen=True, slots=True)
class _Played:
    """Games that one process was asked about in turn. `start_seconds` is by the clock; `spans_games` as in players."""

    records: Sequence[GameRecord]
    cpu_a_game: float
    start_seconds: float
    spans_games: bool


def _play(
    player: NamedPlayer, rules: Rules[Any, Any, Any], assignment: Assignment, deals: Sequence[Any]
) -> _Played:
    """Raises `PlayError` when it does not load."""
    weakest = weakest_at(rules)
    with ExitStack() as stack:
        seated = player.seat(rules, assignment, "trial", stack)
        assert isinstance(seated, WorkerPlayer | ProgramPlayer)
        begun = time.perf_counter()
        seated.start()
        started = time.perf_counter() - begun
        others = (opponent(rules, weakest, key=bytes([seat])) for seat in range(1, rules.seats))
        table = (seated, *others)
        records = play_games(rules, [Table(deal, table) for deal in deals])
    seconds = seated.cpu_seconds / len(deals) + house_seconds(rules, weakest)
    return _Played(records, seconds, started, seated.spans_games)


def _games(rules: Rules[Any, Any, Any]) -> int:
    return max(2, min(8, int(QUESTIONS / questions(rules))))


def _refusal(rules: Rules[Any, Any, Any], record: GameRecord) -> str:
    faults = [fault for fault in record.faults if fault.seat == 0]
    if not faults or _answered(record) >= len(rules.functions):
        return ""
    return fault_text(faults[0].error, faults[0].reason)


def _answered(record: GameRecord) -> int:
    return sum(move.seat == 0 for move in record.moves)


def house_seconds(rules: Rules[Any, Any, Any], name: str) -> float:
    """The CPU seconds a game of an opponent of ours, with its part of keeping the game; measured once."""
    return _house_seconds(rules.name, tuple(rules_parameters(rules).items()), name)


@lru_cache
def _house_seconds(game: str, parameters: tuple[tuple[str, int], ...], name: str) -> float:
    """The first game does not count, because it loads and compiles."""
    rules = GAMES[game].rules(**dict(parameters))
    players = [opponent(rules, name, key=bytes([seat])) for seat in range(rules.seats)]
    play_game(rules, _first_deal(rules), players)
    begun, games, spent = time.process_time(), 0, 0.0
    while games < TIMED_GAMES and spent < TIMED_SECONDS:
        play_game(rules, rules.deal(deal_rng("public", "timed", game, games)), players)
        games, spent = games + 1, time.process_time() - begun
    return spent / games / rules.seats


def _first_deal(rules: Rules[Any, Any, Any]) -> Any:
    return rules.deal(deal_rng("public", "trial", rules.name))
