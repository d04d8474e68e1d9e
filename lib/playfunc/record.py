"""A game as data: one JSON object, one line of text, that replays to the same end.

A record holds the starting state, every move with the memory that came with it, every fault, and the
scores. `write_records` and `read_records` keep many in a file of JSON lines.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from playfunc.codec import CodecError, decode, encode
from playfunc.errors import PLAY_ERRORS, NotationError, PlayError, RecordError
from playfunc.games import GAMES
from playfunc.rules import Call, Rules, Seat

__all__ = [
    "FaultPolicy",
    "GameRecord",
    "RecordedFault",
    "RecordedMove",
    "calls",
    "read_records",
    "record_text",
    "replay",
    "rules_of",
    "rules_parameters",
    "states",
    "transcript",
    "write_records",
]

FaultPolicy: TypeAlias = Literal["stop", "forfeit", "substitute"]
"""What a fault does: end the game and show it; cost the offender the game by the game's own penalty; or
have a substitute play the offender's cards to the end."""


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """A move by `seat` as text, with the JSON text of the memory the player returned."""

    seat: Seat
    move: str
    memory: str | None = None


@dataclass(frozen=True, slots=True)
class RecordedFault:
    """A fault by `seat` after `at` moves: the error's name and parts, and the policy that was applied."""

    seat: Seat
    at: int
    policy: FaultPolicy
    error: str
    reason: str
    player: str = ""
    position: str = ""
    detail: str = ""

    @classmethod
    def of(cls, seat: Seat, at: int, policy: FaultPolicy, error: PlayError) -> RecordedFault:
        return cls(
            seat, at, policy, type(error).__name__, error.reason, error.player, error.position, error.detail
        )

    def as_error(self) -> PlayError:
        """The error that was recorded, to print or raise."""
        kind = PLAY_ERRORS.get(self.error, PlayError)
        return kind(self.reason, position=self.position, player=self.player, detail=self.detail)


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game. `scores` is `None` when a fault stopped it."""

    game: str
    parameters: Mapping[str, int]
    players: tuple[str, ...]
    start: Any
    moves: tuple[RecordedMove, ...]
    faults: tuple[RecordedFault, ...] = ()
    scores: tuple[float, ...] | None = None


def rules_parameters(rules: Rules[Any, Any, Any]) -> dict[str, int]:
    """The parameters that make these rules again: `GAMES[rules.name](**parameters)`."""
    return {f.name: getattr(rules, f.name) for f in dataclasses.fields(rules)}  # type: ignore[arg-type]


def rules_of(record: GameRecord) -> Rules[Any, Any, Any]:
    """The rules a record was played by. Raises `RecordError`."""
    try:
        return GAMES[record.game](**record.parameters)
    except (KeyError, TypeError, ValueError) as error:
        raise RecordError(
            f"no game {record.game!r} with {dict(record.parameters)}; known: {', '.join(GAMES)}"
        ) from error


def states(record: GameRecord) -> Iterator[Any]:
    """Every state of the game in order, the starting one first. Raises `RecordError` where it breaks off."""
    rules = rules_of(record)
    if len(record.players) != rules.seats:
        raise RecordError(
            f"{rules.name} here takes {rules.seats} players, the record names {len(record.players)}"
        )
    try:
        state = decode(encode(record.start, Any), rules.state_type())
        rules.to_act(state)
        for seat in range(rules.seats):
            rules.view(state, seat)
    except (CodecError, IndexError) as error:
        raise RecordError(f"the starting state cannot be read: {error}") from error
    yield state
    place = 0
    while True:
        offenders = [f.seat for f in record.faults if f.at == place and f.policy == "forfeit"]
        if offenders and rules.to_act(state):
            state = rules.forfeit(state, offenders)
            yield state
        if place == len(record.moves):
            return
        acting = rules.to_act(state)
        moves = record.moves[place : place + len(acting)]
        if not acting or sorted(m.seat for m in moves) != sorted(acting):
            raise RecordError(
                f"move {place + 1} of the record is by seat {record.moves[place].seat}, "
                f"{f'but to move is {acting}' if acting else 'but the game is over'}"
            )
        try:
            state = rules.play(state, {m.seat: rules.parse_move(m.move) for m in moves})
        except (PlayError, NotationError) as error:
            raise RecordError(f"move {place + 1} of the record cannot be played: {error}") from error
        place += len(acting)
        yield state


def replay(record: GameRecord) -> Any:
    """The last state, after checking that the moves lead to the recorded scores. Raises `RecordError`."""
    *_, last = states(record)
    rules = rules_of(record)
    scores = None if rules.to_act(last) else tuple(rules.scores(last))
    if scores != record.scores:
        raise RecordError(f"the record says scores {record.scores}, its moves lead to {scores}")
    return last


def transcript(record: GameRecord) -> str:
    """The game printed for a reader, trick by trick, faults at the end."""
    text = rules_of(record).transcript(record.players, tuple(states(record)))
    return "\n".join([text, *(str(fault.as_error()) for fault in record.faults)])


def calls(record: GameRecord) -> Iterator[tuple[Seat, Call, RecordedMove]]:
    """Every question that led to a recorded move, as the player was asked it, in order."""
    rules = rules_of(record)
    memories: dict[Seat, str | None] = {}
    place = 0
    for state in states(record):
        for fault in record.faults:
            if fault.at == place and fault.policy == "substitute":
                memories[fault.seat] = None
        for seat in rules.to_act(state):
            if place == len(record.moves):
                return
            move = record.moves[place]
            yield seat, rules.call(rules.view(state, seat), record.players, memories.get(seat)), move
            memories[seat] = move.memory
            place += 1


def record_text(record: GameRecord) -> str:
    """One line of JSON."""
    return encode(record, GameRecord)


def write_records(path: Path, records: Iterable[GameRecord]) -> None:
    """Write a file of JSON lines."""
    path.write_text("".join(record_text(record) + "\n" for record in records), encoding="utf-8")


def read_records(path: Path) -> list[GameRecord]:
    """Read a file of JSON lines. Raises `RecordError` naming the line that cannot be read."""
    records = []
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        try:
            records.append(decode(line.decode("utf-8"), GameRecord))
        except ValueError as error:
            raise RecordError(f"{path.name}, line {number}: not a game record: {error}") from error
    return records
