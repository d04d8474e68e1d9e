"""The match runner: deal → view → player → move → play → score, many games in lockstep.

All games that wait for the same player are asked for in one batch. That is fast across a process border,
and it keeps players honest: what one remembers outside its memory comes from another game.
"""

from __future__ import annotations

import copy
import itertools
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, get_args

from playfunc.codec import encode
from playfunc.errors import NotationError, PlayError, ProtocolError
from playfunc.game import game_of
from playfunc.player import Answer, Listener, Player
from playfunc.record import FaultPolicy, GameRecord, RecordedFault, RecordedMove, rules_parameters
from playfunc.registry import resolve
from playfunc.rules import Call, Rules, Seat


@dataclass(frozen=True, slots=True)
class Table:
    """A game about to be played: the state it starts from, who sits where, and the memories (JSON text) that
    the players bring along, where a series lets them."""

    state: Any
    players: tuple[Player, ...]
    names: tuple[str, ...] = ()
    memories: tuple[str | None, ...] | None = None


@dataclass(slots=True)
class _Game:
    """A game in progress; the only thing here that changes."""

    number: int
    table: Table
    names: tuple[str, ...]
    state: Any
    memories: list[str | None]
    moves: list[RecordedMove] = field(default_factory=list)
    faults: list[RecordedFault] = field(default_factory=list)
    ended: bool = False


def seat_names(players: Sequence[Player]) -> tuple[str, ...]:
    """Ids for the seats: the players' names, with a number added where they repeat."""
    return numbered([player.name for player in players])


def numbered(names: Sequence[str]) -> tuple[str, ...]:
    """The names, with a number added to each that is there more than once."""
    taken = {name for name in names if names.count(name) == 1}
    ids: list[str] = []
    for name in names:
        if names.count(name) > 1:
            free = (f"{name}-{number}" for number in itertools.count(1))
            name = next(unused for unused in free if unused not in taken)
            taken.add(name)
        ids.append(name)
    return tuple(ids)


def play_game(
    rules: Rules[Any, Any, Any], state: Any, players: Sequence[Player], policy: FaultPolicy = "stop"
) -> GameRecord:
    """One game from `state`; see `play_games`."""
    return play_games(rules, [Table(state, tuple(players))], policy)[0]


def play_games(
    rules: Rules[Any, Any, Any],
    tables: Iterable[Table],
    policy: FaultPolicy = "stop",
    *,
    on_round: Callable[[int, int], None] | None = None,
    on_answers: Callable[[Player, Sequence[tuple[int, Seat]]], None] | None = None,
    on_end: Callable[[int, Sequence[str | None]], None] | None = None,
) -> list[GameRecord]:
    """Play all tables to their ends, in lockstep, and return their records in order.

    With policy "stop" a fault ends its game without scores; with "forfeit" the game's own penalty is
    applied. `on_round(done, total)` reports progress, in moves; `on_answers(player, asked)` is called
    when a player has answered, with the table's number and the seat of each question, in their order. When a game is
    over its players are told; where there is an `on_end(number, memories)`, that is called instead, with the table's
    number and the last memories by seat.
    """
    if policy not in get_args(FaultPolicy):
        raise ValueError(f"the policy is one of {', '.join(get_args(FaultPolicy))}, and not {policy!r}")
    games = [_start(number, table, rules) for number, table in enumerate(tables)]
    total = sum(rules.expected_moves(game.state) for game in games)
    while active := [game for game in games if not game.ended]:
        _advance(rules, active, policy, on_answers)
        for game in active:
            if game.ended:
                if on_end is None:
                    _tell_players(game)
                else:
                    on_end(game.number, tuple(game.memories))
        if on_round is not None:
            on_round(total - sum(rules.expected_moves(g.state) for g in active if not g.ended), total)
    return [_record(rules, game) for game in games]


def _start(number: int, table: Table, rules: Rules[Any, Any, Any]) -> _Game:
    if len(table.players) != rules.seats:
        raise ValueError(f"{rules.name} here takes {rules.seats} players, got {len(table.players)}")
    names = table.names or seat_names(table.players)
    memories = list(table.memories or (None for _ in names))
    ended = not rules.to_act(table.state)
    return _Game(number, table, names, table.state, memories, ended=ended)


def _advance(
    rules: Rules[Any, Any, Any],
    games: Sequence[_Game],
    policy: FaultPolicy,
    on_answers: Callable[[Player, Sequence[tuple[int, Seat]]], None] | None,
) -> None:
    """One move of every game: ask each player once for all its games, then play what came."""
    waiting: dict[int, tuple[Player, list[tuple[_Game, Seat, Any, Call]]]] = {}
    for game in games:
        for seat in rules.to_act(game.state):
            player, view = game.table.players[seat], rules.view(game.state, seat)
            call = rules.projection.call(view, game.names, game.memories[seat])
            waiting.setdefault(id(player), (player, []))[1].append((game, seat, view, call))
    moves: dict[int, dict[Seat, Any]] = {id(game): {} for game in games}
    faults: dict[int, dict[Seat, PlayError]] = {id(game): {} for game in games}
    for player, asked in waiting.values():
        answers = player.answer([call for *_, call in asked])
        if on_answers is not None:
            on_answers(player, [(game.number, seat) for game, seat, *_ in asked])
        for (game, seat, view, call), answer in zip(asked, answers, strict=True):
            result = accepted(rules, view, game.names, seat, answer)
            if isinstance(answer, PlayError) or isinstance(result, PlayError):
                faults[id(game)][seat] = result
                game.memories[seat] = call.memory
            else:
                moves[id(game)][seat] = result
                game.memories[seat] = answer.memory
    for game in games:
        if faults[id(game)]:
            _settle(rules, game, faults[id(game)], policy)
        else:
            _play(rules, game, moves[id(game)])


def accepted(rules: Rules[Any, Any, Any], view: Any, names: Sequence[str], seat: Seat, answer: Answer) -> Any:
    """The move in an answer, after the rules have passed it; else the fault, with its position."""
    try:
        if isinstance(answer, PlayError):
            raise answer
        move = rules.projection.parse_move(answer.move)
        rules.check(view, move)
    except (PlayError, NotationError) as raised:
        # A player may answer a whole batch with one and the same error.
        fault = copy.copy(raised) if isinstance(raised, PlayError) else ProtocolError(str(raised))
        fault.player = names[seat]
        fault.position = rules.storyteller.describe(rules, view, names)
        return fault
    return move


def _play(rules: Rules[Any, Any, Any], game: _Game, moves: Mapping[Seat, Any]) -> None:
    game.moves.extend(
        RecordedMove(seat, rules.projection.move_text(move), game.memories[seat])
        for seat, move in sorted(moves.items())
    )
    game.state = rules.play(game.state, moves)
    game.ended = not rules.to_act(game.state)


def _settle(
    rules: Rules[Any, Any, Any], game: _Game, faults: Mapping[Seat, PlayError], policy: FaultPolicy
) -> None:
    at = len(game.moves)
    game.faults.extend(RecordedFault.of(seat, at, policy, fault) for seat, fault in sorted(faults.items()))
    if policy == "stop":
        game.ended = True
    else:
        game.state = rules.forfeit(game.state, sorted(faults))
        game.ended = not rules.to_act(game.state)


def _tell_players(game: _Game) -> None:
    for player, memory in zip(game.table.players, game.memories, strict=True):
        if isinstance(player, Listener):
            player.game_over(memory)


def _record(rules: Rules[Any, Any, Any], game: _Game) -> GameRecord:
    finished = not rules.to_act(game.state)
    return GameRecord(
        game=rules.name,
        parameters=rules_parameters(rules),
        players=game.names,
        start=json.loads(encode(game.table.state, rules.state_type())),
        moves=tuple(game.moves),
        faults=tuple(game.faults),
        scores=rules.scores(game.state) if finished else None,
        memories=game.table.memories,
    )


@dataclass(frozen=True, slots=True)
class Series:
    """What lasts longer than a deal, as each game has it (Hearts to 100 points, a run of BlackJack): the hands
    or games in order, the totals per seat after them, and who won (`None` if a fault stopped it, or nobody did)."""

    hands: tuple[GameRecord, ...]
    totals: tuple[float, ...]
    winner: int | None


def play_series(
    rules: Rules[Any, Any, Any], players: Sequence[Player], seed: int | str, policy: FaultPolicy = "stop"
) -> Series:
    """The series of a game. Raises `ValueError` if the game has no series."""
    reference = game_of(rules).series
    if not reference:
        raise ValueError(f"{rules.name} has no series: each of its games counts separately")
    return resolve(reference)(rules, players, seed, policy)


def highest_total(records: tuple[GameRecord, ...], totals: tuple[float, ...]) -> Series:
    """The series whose winner is the only seat with the highest total; it has no winner after a tie or a fault."""
    best = max(totals)
    alone = totals.count(best) == 1 and records[-1].scores is not None
    return Series(records, totals, totals.index(best) if alone else None)
