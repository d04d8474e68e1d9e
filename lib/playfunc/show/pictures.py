"""The pictures of any game: its own where it has some (`Game.show`), else the game as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from playfunc.installed import GAMES
from playfunc.record import GameRecord, rules_of, states, transcript
from playfunc.references import resolve
from playfunc.rules import Rules, Seat
from playfunc.show.markup import collapsed, escape, page

__all__ = ["Pictures", "Shown", "TextReplay", "pictures", "position_before", "replay"]


class Shown(Protocol):
    """Something to look at: HTML for a notebook or a page, text elsewhere."""

    def _repr_html_(self) -> str: ...


class Replay(Shown, Protocol):
    """A whole game, to step through or to read."""

    def document(self) -> str:
        """A complete HTML page that needs nothing but itself."""


class Pictures(Protocol):
    """What the module that `Game.show` refers to defines."""

    def replay(self, record: GameRecord, start: int, seat: Seat | None, notes: Mapping[int, str]) -> Replay:
        """The game opened after `start` moves (-1 is the end) with `seat` at the bottom; `notes` are sentences about
        moves, by the number of moves made before."""

    def position(self, rules: Rules[Any, Any, Any], state: Any, seat: Seat, names: Sequence[str]) -> Shown:
        """What `seat` sees while it is to move."""


def pictures(game: str) -> Pictures:
    """The game's pictures."""
    reference = GAMES[game].show
    found: Pictures = resolve(reference) if reference else _AsText()
    return found


def replay(
    record: GameRecord, start: int = 0, seat: Seat | None = None, notes: Mapping[int, str] | None = None
) -> Replay:
    """A game to step through or to read; see `Pictures.replay`. Raises `RecordError` where it does not replay."""
    return pictures(record.game).replay(record, start, seat, notes or {})


def position_before(record: GameRecord, at: int, seat: Seat, names: Sequence[str]) -> Shown:
    """What `seat` saw when `at` moves had been made, under these names."""
    state = list(states(record))[at]
    return pictures(record.game).position(rules_of(record), state, seat, names)


@dataclass(frozen=True, slots=True)
class TextReplay:
    """The game as it is printed, with the notes below."""

    record: GameRecord
    notes: Mapping[int, str] = field(default_factory=dict)

    def _repr_html_(self) -> str:
        return collapsed("Read it, move by move", str(self))

    def document(self) -> str:
        title = ", ".join(self.record.players)
        return page(title, f"<pre>{escape(self)}</pre>", style="", script="", data={})

    def __str__(self) -> str:
        notes = [f"Move {at + 1}: {note}" for at, note in self.notes.items()]
        return "\n".join([transcript(self.record), *([""] if notes else []), *notes])


@dataclass(frozen=True, slots=True)
class _TextPosition:
    text: str

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self.text)}</pre>"

    def __str__(self) -> str:
        return self.text


class _AsText:
    """For games without pictures."""

    def replay(self, record: GameRecord, start: int, seat: Seat | None, notes: Mapping[int, str]) -> Replay:
        return TextReplay(record, notes)

    def position(self, rules: Rules[Any, Any, Any], state: Any, seat: Seat, names: Sequence[str]) -> Shown:
        return _TextPosition(rules.storyteller.describe(rules, rules.view(state, seat), names))
