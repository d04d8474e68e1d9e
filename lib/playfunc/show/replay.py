"""A played game of any kind that a reader can step through, in a page that needs nothing but itself."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from playfunc.costs import CostlyMove
from playfunc.errors import RecordError
from playfunc.game import GAMES
from playfunc.record import GameRecord, transcript
from playfunc.rules import Seat
from playfunc.show.face import face_of
from playfunc.show.markup import asset, collapsed, escape, framed, page
from playfunc.show.replay_data import chapter_titles, replay_data, sentences

_HEIGHT = 640
_SEAT_HEIGHT = 60
_FAULT_HEIGHT = 120
_COSTS_HEIGHT = 100
_PLAYER_COSTS_HEIGHT = 110


def replay(
    record: GameRecord | Sequence[GameRecord],
    start: int = 0,
    seat: Seat | None = None,
    costs: Sequence[CostlyMove] = (),
    *,
    notes: Mapping[int, str] | None = None,
    owners: Collection[Seat] = (),
) -> Replay:
    """A game, or several of one kind such as the hands of a series, to step through or to read; see `Replay`.

    Raises `RecordError` where a record does not replay, `ValueError` for a seat that does not exist.
    """
    records = (record,) if isinstance(record, GameRecord) else tuple(record)
    return Replay(records, start, seat, tuple(costs), notes or {}, tuple(sorted(set(owners))))


@dataclass(frozen=True, slots=True)
class Replay:
    """A replay of `records`, opened after `start` moves (from the end where negative: -1 is the end).

    Where a fault happened at that place, it is shown. `seat` sits at the bottom of the table. `costs` are what moves
    cost: they are charted, and said with the move. `notes` are sentences about moves of which no more is known, by the
    number of moves made before. What players remembered and
    what they saw, as the call in Python, is shown for `owners` alone.

    In a notebook it shows as a frame with the printed game beneath; `document()` is a page of its own, and `str()` the
    printed game.
    """

    records: tuple[GameRecord, ...]
    start: int = 0
    seat: Seat | None = None
    costs: tuple[CostlyMove, ...] = ()
    notes: Mapping[int, str] = field(default_factory=dict)
    owners: tuple[Seat, ...] = ()

    def __post_init__(self) -> None:
        if not self.records:
            raise ValueError("expected a game to replay, got none")
        games = sorted({record.game for record in self.records})
        if len(games) > 1:
            raise RecordError(
                f"expected games of one kind, got {' and '.join(games)}: replay each on its own"
            )
        seats = min(len(record.players) for record in self.records)
        for seat in (*self.owners, *([] if self.seat is None else [self.seat])):
            if not 0 <= seat < seats:
                raise ValueError(f"no seat {seat!r}: choose a seat from 0 to {seats - 1}")

    @property
    def title(self) -> str:
        return "Replay: " + ", ".join(self.records[0].players)

    def document(self) -> str:
        """A complete HTML page with its own style and script, for a file. Raises `RecordError`."""
        return self._page(
            f'<details id="text"><summary>The game as text</summary><pre>{escape(self)}</pre></details>'
        )

    def _page(self, text: str) -> str:
        face = face_of(self.records[0].game)
        scripts = "".join(map(asset, ("cards.js", "kit.js"))) + face.script
        ours = "".join(map(asset, ("costs.js", "replay.js")))
        return page(
            self.title,
            asset("replay.html").replace("%GAME%", escape(GAMES[self.records[0].game].title))
            + text
            + "</main>",
            style=asset("cards.css") + face.style + asset("replay.css"),
            script=f'"use strict";\n{scripts}\n{{\n{ours}}}',
            data=replay_data(self.records, self.start, self.seat, self.costs, self.notes, self.owners),
        )

    def _repr_html_(self) -> str:
        return framed(self._page(""), title=self.title, height=self._height) + collapsed(
            "The game as text", str(self)
        )

    @property
    def _height(self) -> int:
        """Room for the table in most notebooks; the frame scrolls, and can be made larger."""
        height = _HEIGHT + _SEAT_HEIGHT * len(self.records[0].players)
        height += _FAULT_HEIGHT * any(record.faults for record in self.records)
        if self.costs:
            height += _COSTS_HEIGHT + _PLAYER_COSTS_HEIGHT * len({cost.seat for cost in self.costs})
        return height

    def __str__(self) -> str:
        games = [transcript(record) for record in self.records]
        if len(games) > 1:
            titles = chapter_titles(self.records)
            games = [f"{name}\n{text}" for name, text in zip(titles, games, strict=True)]
        notes = list(sentences(self.records, self.costs, self.notes))
        return "\n".join(["\n\n".join(games), *([""] if notes else []), *notes])
