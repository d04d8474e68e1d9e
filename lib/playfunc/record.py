"""A game as data: one JSON object, one line of text, that replays to the same end.

A record holds the starting state, every move with the memory that came with it, every fault, and the
scores. `write_records` and `read_records` keep many in a file of JSON lines.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from playfunc.codec import decode, encode
from playfunc.converter import CodecError
from playfunc.errors import NotationError, PlayError, PluginError, RecordError, fault_kind
from playfunc.files import write_whole
from playfunc.game import GAMES
from playfunc.rules import Call, Rules, Seat

FaultPolicy: TypeAlias = Literal["stop", "forfeit"]
"""What a fault does: end the game and show it, or cost the offender the game by the game's own penalty."""


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """A move by `seat` as text, with the JSON text of the memory the player returned."""

    seat: Seat
    move: str
    memory: str | None = None

    def __reduce__(self) -> tuple[type[RecordedMove], tuple[Seat, str, str | None]]:
        """Pickled as its call: a contest hands over millions between its processes, and what `dataclass` writes for
        `slots` takes twice as long to read."""
        return RecordedMove, (self.seat, self.move, self.memory)


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
        return fault_kind(self.error)(
            self.reason, position=self.position, player=self.player, detail=self.detail
        )


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game. `scores` is `None` when a fault stopped it; `memories` are what the players brought along, in
    a series that lets them remember earlier games."""

    game: str
    parameters: Mapping[str, int]
    players: tuple[str, ...]
    start: Any
    moves: tuple[RecordedMove, ...]
    faults: tuple[RecordedFault, ...] = ()
    scores: tuple[float, ...] | None = None
    memories: tuple[str | None, ...] | None = None


def rules_parameters(rules: Rules[Any, Any, Any]) -> dict[str, int]:
    """The parameters that make these rules again: `GAMES[rules.name].rules(**parameters)`."""
    return {f.name: getattr(rules, f.name) for f in dataclasses.fields(rules)}  # type: ignore[arg-type]


def rules_of(record: GameRecord) -> Rules[Any, Any, Any]:
    """The rules a record was played by. Raises `RecordError`."""
    try:
        return GAMES[record.game].rules(**record.parameters)
    except PluginError:
        raise
    except (KeyError, TypeError, ValueError) as error:
        raise RecordError(
            f"no game {record.game!r} with {dict(record.parameters)}; known: {', '.join(GAMES)}"
        ) from error


@dataclass(frozen=True, slots=True)
class Step:
    """A state, and what led on from it: forfeits, or moves, or nothing at the end."""

    state: Any
    forfeits: tuple[Seat, ...] = ()
    moves: tuple[RecordedMove, ...] = ()


def states(record: GameRecord) -> Iterator[Any]:
    """Every state of the game in order, the starting one first. Raises `RecordError` where it breaks off."""
    return (step.state for step in steps(record))


def steps(record: GameRecord) -> Iterator[Step]:
    """Every state of the game in order with what led on from it; a step without moves and forfeits is the last. Raises
    `RecordError` where the record breaks off."""
    rules = rules_of(record)
    state = _start(record, rules)
    pending = [fault for fault in record.faults if fault.policy == "forfeit"]
    place = 0
    while True:
        acting = rules.to_act(state)
        offenders = _forfeiting(pending, place, acting)
        if offenders:
            del pending[: len(offenders)]
            yield Step(state, forfeits=offenders)
            state = rules.forfeit(state, offenders)
        elif place == len(record.moves):
            yield Step(state)
            return
        else:
            moves = record.moves[place : place + len(acting)]
            following = _played(record, rules, state, place, moves)
            yield Step(state, moves=moves)
            state, place = following, place + len(acting)


def _start(record: GameRecord, rules: Rules[Any, Any, Any]) -> Any:
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
    return state


def _forfeiting(pending: Sequence[RecordedFault], place: int, acting: Sequence[Seat]) -> tuple[Seat, ...]:
    """Who forfeited together next, after `place` moves: different seats, all of them to act."""
    together: list[Seat] = []
    for fault in pending:
        if fault.at != place or fault.seat not in acting or fault.seat in together:
            break
        together.append(fault.seat)
    return tuple(sorted(together))


def _played(
    record: GameRecord,
    rules: Rules[Any, Any, Any],
    state: Any,
    place: int,
    moves: Sequence[RecordedMove],
) -> Any:
    """The state after these moves. Raises `RecordError`."""
    acting = rules.to_act(state)
    if not acting or sorted(m.seat for m in moves) != sorted(acting):
        raise RecordError(
            f"move {place + 1} of the record is by seat {record.moves[place].seat}, "
            f"{f'but to move is {acting}' if acting else 'but the game is over'}"
        )
    try:
        return rules.play(state, {m.seat: rules.projection.parse_move(m.move) for m in moves})
    except (PlayError, NotationError) as error:
        raise RecordError(f"move {place + 1} of the record cannot be played: {error}") from error


def replay(record: GameRecord) -> Any:
    """The last state, after checking that the moves lead to the recorded scores. Raises `RecordError`."""
    *_, last = states(record)
    rules = rules_of(record)
    scores = None if rules.to_act(last) else tuple(rules.scores(last))
    if scores != record.scores:
        raise RecordError(f"the record says scores {record.scores}, its moves lead to {scores}")
    return last


def shown_move(rules: Rules[Any, Any, Any], text: str) -> str:
    """A move, as it is written in records, for a reader."""
    return rules.storyteller.move(rules.projection.parse_move(text))


def _step_in_words(rules: Rules[Any, Any, Any], names: Sequence[str], step: Step) -> str:
    """Who moved and how, such as `ann: 3`, or who forfeited."""
    moves = ((names[m.seat], shown_move(rules, m.move)) for m in step.moves)
    forfeits = (f"{names[seat]} forfeits" for seat in step.forfeits)
    return ", ".join((*(f"{name}: {move}" for name, move in moves), *forfeits))


def transcript(record: GameRecord) -> str:
    """The game printed for a reader, trick by trick, faults at the end."""
    rules, played = rules_of(record), tuple(steps(record))
    told = tuple(_step_in_words(rules, record.players, step) for step in played[:-1])
    text = rules.storyteller.transcript(rules, record.players, tuple(step.state for step in played), told)
    return "\n".join([text, *(str(fault.as_error()) for fault in record.faults)])


def calls(record: GameRecord) -> Iterator[tuple[Seat, Call, RecordedMove]]:
    """Every question that led to a recorded move, as the player was asked it, in order."""
    rules = rules_of(record)
    memories = dict(enumerate(record.memories or ()))
    for step in steps(record):
        asked = {
            seat: rules.projection.call(rules.view(step.state, seat), record.players, memories.get(seat))
            for seat in (*step.forfeits, *(move.seat for move in step.moves))
        }
        for seat in step.forfeits:
            memories[seat] = asked[seat].memory
        for move in step.moves:
            yield move.seat, asked[move.seat], move
            memories[move.seat] = move.memory


def record_text(record: GameRecord) -> str:
    """One line of JSON."""
    return encode(record, GameRecord)


def write_records(path: Path, records: Iterable[GameRecord]) -> None:
    """Write a file of JSON lines."""
    write_whole(path, "".join(record_text(record) + "\n" for record in records))


def read_records(path: Path) -> list[GameRecord]:
    """Read a file of JSON lines. Raises `RecordError` naming the line that cannot be read."""
    records = []
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        try:
            records.append(decode(line.decode("utf-8"), GameRecord))
        except ValueError as error:
            raise RecordError(f"{path.name}, line {number}: not a game record: {error}") from error
    return records
