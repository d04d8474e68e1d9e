"""A played hand that a reader can step through, in a page that needs nothing but itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from playfunc.games.hearts import SeatPlay, trick_points, trick_winner
from playfunc.games.hearts.show.frames import Frame, caption, fault_card, frame_after, frames
from playfunc.record import GameRecord, transcript
from playfunc.rules import Seat
from playfunc.show.markup import asset, collapsed, escape, framed, page, shorten

__all__ = ["Replay"]

TEXT_LIMIT = 4000
"""How much of one memory or traceback is shown, in characters; a page holds up to 52 of them."""

_HEIGHT = {2: 710, 4: 590}
_FAULT_HEIGHT = 120
_NOTE_HEIGHT = 40


@dataclass(frozen=True, slots=True)
class Replay:
    """A replay of `record`, opened after `start` moves (from the end where negative: -1 is the end).

    Where a fault happened at that place, it is shown. `seat` sits at the bottom of the table. `notes` are
    sentences about moves, such as what they cost, by the number of moves made before. In a
    notebook it shows as a frame with the printed game beneath; `document()` is a page of its own, and
    `str()` the printed game.
    """

    record: GameRecord
    start: int = 0
    seat: Seat | None = None
    notes: Mapping[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        seats = len(self.record.players)
        if self.seat is not None and not 0 <= self.seat < seats:
            raise ValueError(f"no seat {self.seat!r}: choose a seat from 0 to {seats - 1}")

    def document(self) -> str:
        """A complete HTML page with its own style and script, for a file or a frame. Raises `RecordError`."""
        return page(
            self.title,
            asset("replay.html", __package__).replace("%TRANSCRIPT%", escape(transcript(self.record))),
            style=asset("cards.css") + asset("replay.css", __package__),
            script=f'"use strict";\n{asset("cards.js")}{asset("replay.js", __package__)}',
            data=_data(self.record, self.start, self.seat or 0, self.notes),
        )

    @property
    def title(self) -> str:
        return "Replay: " + ", ".join(self.record.players)

    def _repr_html_(self) -> str:
        height = _HEIGHT[len(self.record.players)] + (_FAULT_HEIGHT if self.record.faults else 0)
        height += _NOTE_HEIGHT if self.notes else 0
        picture = framed(self.document(), title=self.title, height=height)
        return picture + collapsed("The game as text", transcript(self.record))

    def __str__(self) -> str:
        return transcript(self.record)


def _data(record: GameRecord, start: int, bottom: Seat, notes: Mapping[int, str]) -> dict[str, Any]:
    """What `assets/replay.js` draws."""
    sequence = frames(record)
    texts = tuple(dict.fromkeys(text for frame in sequence for text in frame.memories if text is not None))
    places = {text: place for place, text in enumerate(texts)}
    return {
        "names": record.players,
        "seats": len(record.players),
        "bottom": bottom,
        "start": frame_after(sequence, start),
        "texts": [shorten(text, TEXT_LIMIT) for text in texts],
        "frames": [
            {**_frame_data(frame, record.players, places), "note": _note(frame, notes)} for frame in sequence
        ],
        "rows": list(_rows(sequence, record.players)),
        "noted": bool(notes),
    }


def _note(frame: Frame, notes: Mapping[int, str]) -> str | None:
    """What there is to say about the move that led to the frame."""
    return None if frame.move is None else notes.get(frame.played - 1)


def _frame_data(frame: Frame, names: Sequence[str], places: dict[str, int]) -> dict[str, Any]:
    wrong = fault_card(frame.fault) if frame.fault else None
    return {
        "hands": [[card.text for card in hand] for hand in frame.state.hands],
        "trick": [[card.text, seat] for card, seat in frame.trick],
        "leader": frame.trick[0][1] if frame.trick else None,
        "winner": frame.winner,
        "turn": frame.turn,
        "legal": [card.text for card in frame.legal],
        "points": frame.points,
        "scores": frame.scores,
        "broken": frame.state.broken,
        "number": frame.trick_number,
        "caption": caption(frame, names),
        "memory": [None if text is None else places[text] for text in frame.memories],
        "wrong": None if wrong is None else wrong.text,
        "fault": _fault_data(frame),
    }


def _fault_data(frame: Frame) -> dict[str, str] | None:
    if frame.fault is None:
        return None
    error = frame.fault.as_error()
    who = f"{error.player}: " if error.player else ""
    return {
        "rule": error.rule,
        "reason": who + shorten(error.reason, TEXT_LIMIT),
        "position": error.position,
        "detail": shorten(error.detail, TEXT_LIMIT),
    }


def _rows(sequence: Sequence[Frame], names: Sequence[str]) -> Iterator[dict[str, Any]]:
    """The list of tricks, faults among them; each row belongs to the frames `from` … `at`."""
    first = 1
    for place, frame in enumerate(sequence):
        last_word = place == len(sequence) - 1 or sequence[place + 1].fault is not None
        if frame.fault is not None:
            error = frame.fault.as_error()
            yield {"fault": f"{names[frame.fault.seat]}: {error.rule}", "from": place, "at": place}
            first = place + 1
        elif frame.winner is not None or (last_word and place >= first and frame.trick):
            yield {**_trick_row(frame.trick, frame, names), "from": first, "at": place}
            first = place + 1


def _trick_row(trick: Sequence[SeatPlay], frame: Frame, names: Sequence[str]) -> dict[str, Any]:
    complete = frame.winner is not None
    cost = trick_points(trick)
    told = ", ".join(f"{names[seat]} {card}" for card, seat in trick)
    taken = f"; {names[trick_winner(trick)]} wins, {cost} points" if complete else "; not finished"
    return {
        "number": frame.trick_number,
        "cards": {seat: card.text for card, seat in trick},
        "leader": trick[0][1],
        "winner": frame.winner,
        "points": cost if complete else 0,
        "label": f"Trick {frame.trick_number}: {told}{taken}",
    }
