"""A hand of Hearts as the pictures a replay steps through: pure, no markup.

There is one frame for the deal, one for every move, and one for every fault, at the place where it
happened.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from playfunc.cards import Card
from playfunc.errors import IllegalMoveError, NotationError, RecordError
from playfunc.games.hearts import MOON, Hearts, HeartsState, SeatPlay, trick_points, trick_winner
from playfunc.record import GameRecord, RecordedFault, RecordedMove, rules_of, states
from playfunc.rules import Seat

__all__ = ["Frame", "caption", "fault_card", "frame_after", "frames"]


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of a hand.

    `state` is the position after `played` moves, reached by `move` (`None` at the deal and at a fault);
    `turn` the seat to move and `legal` the cards it may play: at a `fault` the offender, and the cards it could
    have played instead. `points` are those in the tricks won so far, `scores` those of a finished hand;
    `memories[seat]` is the JSON text of what that player returned last.
    """

    state: HeartsState
    played: int
    turn: Seat | None
    legal: tuple[Card, ...]
    points: tuple[int, ...]
    memories: tuple[str | None, ...]
    move: RecordedMove | None = None
    fault: RecordedFault | None = None
    scores: tuple[int, ...] | None = None

    @property
    def trick(self) -> tuple[SeatPlay, ...]:
        """The plays that lie on the table: a complete trick is still there until the next lead."""
        if self.state.trick or self.move is None:
            return self.state.trick
        return self.state.history[-1]

    @property
    def winner(self) -> Seat | None:
        """The winner of the complete trick on the table."""
        complete = bool(self.trick) and not self.state.trick
        return trick_winner(self.trick) if complete else None

    @property
    def trick_number(self) -> int:
        """The number of the trick on the table, or about to be led, from 1."""
        return len(self.state.history) + (0 if self.winner is not None else 1)


def frames(record: GameRecord) -> tuple[Frame, ...]:
    """All frames in order. Raises `RecordError` if the record does not replay, or is no hand of Hearts."""
    rules = rules_of(record)
    if not isinstance(rules, Hearts):
        raise RecordError(
            f"expected a game of Hearts, got one of {record.game}: use playfunc.show.replay(record)"
        )
    positions = states(record)
    found = [_position(rules, _following(positions), 0, (None,) * rules.seats)]
    for event in _events(record):
        if isinstance(event, RecordedFault):
            state = _following(positions) if event.policy == "forfeit" else found[-1].state
            found.append(_at_fault(rules, found[-1], event, state))
        else:
            found.append(_after_move(rules, found[-1], event, _following(positions)))
    return tuple(found)


def _following(positions: Iterator[HeartsState]) -> HeartsState:
    state = next(positions, None)
    if state is None:
        raise RecordError("the record has moves or faults after the end of the hand")
    return state


def _events(record: GameRecord) -> Iterator[RecordedMove | RecordedFault]:
    for place in range(len(record.moves) + 1):
        yield from (fault for fault in record.faults if fault.at == place)
        yield from record.moves[place : place + 1]


def _position(rules: Hearts, state: HeartsState, played: int, memories: tuple[str | None, ...]) -> Frame:
    acting = rules.to_act(state)
    return Frame(
        state,
        played,
        turn=acting[0] if acting else None,
        legal=tuple(rules.legal(rules.view(state, acting[0]))) if acting else (),
        points=rules.points_taken(state),
        memories=memories,
        scores=None if acting else rules.scores(state),
    )


def _after_move(rules: Hearts, before: Frame, move: RecordedMove, state: HeartsState) -> Frame:
    memories = tuple(move.memory if seat == move.seat else kept for seat, kept in enumerate(before.memories))
    return replace(_position(rules, state, before.played + 1, memories), move=move)


def _at_fault(rules: Hearts, before: Frame, fault: RecordedFault, state: HeartsState) -> Frame:
    after = _position(rules, state, before.played, before.memories)
    memories = before.memories
    if fault.policy == "substitute":
        memories = tuple(None if seat == fault.seat else kept for seat, kept in enumerate(memories))
    return replace(after, turn=fault.seat, legal=before.legal, fault=fault, memories=memories)


def frame_after(sequence: Sequence[Frame], played: int) -> int:
    """The place of the last frame with `played` moves made; from the end where negative (-1 is the last)."""
    if played < 0:
        return max(0, len(sequence) + played)
    return max(place for place, frame in enumerate(sequence) if frame.played <= played)


def fault_card(fault: RecordedFault) -> Card | None:
    """The card that broke a rule: the first one that the reason names."""
    if not isinstance(fault.as_error(), IllegalMoveError):
        return None
    return next(filter(None, map(_card, re.findall(r"\w+", fault.reason))), None)


def _card(word: str) -> Card | None:
    try:
        return Card(word)
    except NotationError:
        return None


def caption(frame: Frame, names: Sequence[str]) -> str:
    """The last event and the next player, in a sentence or two."""
    if frame.fault is not None:
        return _fault_caption(frame.fault, names)
    return " ".join([*_happened(frame, names), *_coming(frame, names)])


def _fault_caption(fault: RecordedFault, names: Sequence[str]) -> str:
    price = {
        "stop": "The game stops here.",
        "forfeit": f"{names[fault.seat]} forfeits the hand.",
        "substitute": f"From here on a substitute plays {names[fault.seat]}'s cards.",
    }[fault.policy]
    return f"{names[fault.seat]} made a fault. {price}"


def _happened(frame: Frame, names: Sequence[str]) -> Iterator[str]:
    if frame.move is None:
        yield "The cards are dealt."
        return
    did = "led" if len(frame.trick) == 1 else "played"
    yield f"{names[frame.move.seat]} {did} {frame.move.move}."
    if frame.winner is not None:
        yield f"The trick goes to {names[frame.winner]}{_worth(trick_points(frame.trick))}."


def _coming(frame: Frame, names: Sequence[str]) -> Iterator[str]:
    if frame.turn is not None:
        verb = "play" if frame.state.trick else "lead"
        choice = "one legal card" if len(frame.legal) == 1 else f"{len(frame.legal)} legal cards"
        yield f"{names[frame.turn]} to {verb}: {choice}."
    elif frame.scores is not None:
        if MOON in frame.points and frame.scores != frame.points:
            yield f"{names[frame.points.index(MOON)]} shot the moon."
        yield "Final points: " + ", ".join(f"{n} {p}" for n, p in zip(names, frame.scores, strict=True)) + "."


def _worth(points: int) -> str:
    return "" if not points else ": 1 point" if points == 1 else f": {points} points"
