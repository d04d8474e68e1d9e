"""A game as the pictures that a replay steps through: pure, no markup.

There is one frame for the start, one for each round of moves (moves made together are one), and one for every fault,
at the place where it happened.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from typing import Any

from playfunc.errors import IllegalMoveError, NotationError, RecordError
from playfunc.game import GAMES
from playfunc.record import GameRecord, RecordedFault, RecordedMove, Step, rules_of, steps
from playfunc.rules import Rules, Seat
from playfunc.show.face import Face, face_of

MOST_LEGAL = 60
"""Legal moves that are marked; there may be millions."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of a game.

    `state` is the position after `played` moves, reached from `before` (`None` at the start) by `moves`, none at a
    fault. `turn` are the seats to move and `legal` the moves of the only one among them as they are written in records,
    `None` where there are several or too many: at a `fault` the offender, and what it could have done instead. `part`
    names the part of the game; `memories[seat]` is the JSON text of what that player returned last.
    """

    state: Any
    before: Any | None
    played: int
    turn: tuple[Seat, ...]
    legal: tuple[str, ...] | None
    part: str
    memories: tuple[str | None, ...]
    moves: tuple[RecordedMove, ...] = ()
    fault: RecordedFault | None = None


def legal_texts(rules: Rules[Any, Any, Any], view: Any) -> tuple[str, ...] | None:
    """The legal moves as they are written in records; `None` where there are too many to mark."""
    moves = list(islice(rules.legal(view), MOST_LEGAL + 1))
    return tuple(map(rules.projection.move_text, moves)) if len(moves) <= MOST_LEGAL else None


@dataclass(frozen=True, slots=True)
class _Walk:
    """The game while its frames are made."""

    rules: Rules[Any, Any, Any]
    face: Face

    def frame(self, state: Any, before: Frame | None = None, moves: tuple[RecordedMove, ...] = ()) -> Frame:
        turn = self.rules.to_act(state)
        acting = before.state if before else state
        kept = before.memories if before else (None,) * self.rules.seats
        brought = {move.seat: move.memory for move in moves}
        return Frame(
            state,
            before.state if before else None,
            (before.played if before else 0) + len(moves),
            turn,
            self.legal(state, turn),
            self.face.part(self.rules, acting),
            tuple(brought.get(seat, memory) for seat, memory in enumerate(kept)),
            moves,
        )

    def legal(self, state: Any, turn: Sequence[Seat]) -> tuple[str, ...] | None:
        return legal_texts(self.rules, self.rules.view(state, turn[0])) if len(turn) == 1 else None

    def at_fault(self, last: Frame, fault: RecordedFault, step: Step, state: Any) -> Frame:
        """`step` is where the fault was made, `state` the position after its penalty."""
        return Frame(
            state,
            step.state,
            last.played,
            (fault.seat,),
            self.legal(step.state, (fault.seat,)),
            self.face.part(self.rules, step.state),
            last.memories,
            fault=fault,
        )


def frames(record: GameRecord) -> tuple[Frame, ...]:
    """All frames in order. Raises `RecordError` if the record does not replay."""
    return tuple(_frames(record, _Walk(rules_of(record), face_of(record.game))))


def _frames(record: GameRecord, walk: _Walk) -> Iterator[Frame]:
    walked = list(steps(record))
    last = walk.frame(walked[0].state)
    last = replace(last, memories=record.memories or last.memories)
    yield last
    pending = list(record.faults)
    for step, following in pairwise([*walked, walked[-1]]):
        for fault in _made(pending, step, last.played):
            pending.remove(fault)
            last = walk.at_fault(last, fault, step, following.state if step.forfeits else step.state)
            yield last
        if step.moves:
            last = walk.frame(following.state, last, step.moves)
            yield last
    if pending:
        raise RecordError(f"{len(pending)} faults in the record were made after the end of the game")


def _made(pending: Sequence[RecordedFault], step: Step, played: int) -> list[RecordedFault]:
    """The faults among `pending` that were made at this step."""
    if step.forfeits:
        return [fault for fault in pending if fault.policy == "forfeit"][: len(step.forfeits)]
    return [fault for fault in pending if fault.policy != "forfeit" and fault.at == played]


def frame_after(sequence: Sequence[Frame], played: int) -> int:
    """The place of the last frame with at most `played` moves made; from the end where negative (-1 is the last)."""
    if played < 0:
        return max(0, len(sequence) + played)
    return max(place for place, frame in enumerate(sequence) if frame.played <= played)


def frame_of_move(sequence: Sequence[Frame], at: int) -> int:
    """The place of the frame that shows the result of the move with this index."""
    return next(place for place, frame in enumerate(sequence) if frame.played > at)


def wrong_move(record: GameRecord, fault: RecordedFault) -> str | None:
    """The move that broke a rule, as it would be written: the first one that the reason names."""
    if not isinstance(fault.as_error(), IllegalMoveError):
        return None
    projection = rules_of(record).projection
    for word in re.findall(r"\w+", fault.reason):
        try:
            return projection.move_text(projection.parse_move(word))
        except NotationError:
            continue
    return None


def caption(record: GameRecord, frame: Frame) -> str:
    """The last event and the next player, in a sentence or two."""
    names = record.players
    if frame.fault is None:
        return face_of(record.game).describe_change(rules_of(record), frame.before, frame.state, None, names)
    name = names[frame.fault.seat]
    price = {
        "stop": "The game stops here.",
        "forfeit": f"The {GAMES[record.game].played} is forfeited.",
    }[frame.fault.policy]
    return f"{name} made a fault. {price}"
