"""A table to sit down at: a widget in which people and players play any game.

This is the one module that needs anywidget. The browser only draws and says what was chosen; the rules are asked here.
Nothing here waits: every message of the browser is answered by a new sight. While a player is asked, the browser is
told who it is; an interrupt of the kernel takes the move back that asked it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias

import anywidget
import traitlets

from playfunc.costs import MovePrice, Prices, amount
from playfunc.errors import IllegalMoveError, NotationError
from playfunc.record import GameRecord
from playfunc.rules import Seat
from playfunc.show.face import face_of
from playfunc.show.markup import asset
from playfunc.show.replay import replay
from playfunc.show.seen import call_source
from playfunc.show.sitting import Sitting
from playfunc.show.sights import costs_of, sight

__all__ = ["GameTable", "Pricer"]

Pricer: TypeAlias = Callable[[GameRecord, int, Seat], Prices]
"""What each legal move of a seat costs when so many moves have been made, as a game's reviewer says."""


class GameTable(anywidget.AnyWidget):  # type: ignore[misc]
    """Play `sitting`, whose people are whoever looks at the widget.

    `deal` makes the next one for "New deal". `prices` prices the moves of a person on request; with `retry` they are
    shown after each choice and not before. `own` are seats whose players belong to whoever looks: their memory is shown,
    and what they were asked; `memory_types` give the declared types of their memories by the name of the function.
    `cell(record, at, seat)` makes the text of a cell that keeps a position.

    `record` is the game so far, to replay or print, and `play` makes a move from Python.
    """

    _css = asset("cards.css") + asset("table.css")
    sight = traitlets.Dict().tag(sync=True)
    asking = traitlets.Unicode("").tag(sync=True)

    def __init__(
        self,
        sitting: Sitting,
        *,
        deal: Callable[[], Sitting] | None = None,
        prices: Pricer | None = None,
        own: Collection[Seat] = (),
        memory_types: Mapping[str, Any] | None = None,
        retry: bool = False,
        cell: Callable[[GameRecord, int, Seat], str] | None = None,
    ) -> None:
        face = face_of(sitting.rules.name)
        scripts = [asset("cards.js"), asset("kit.js"), face.script, asset("table.js")]
        self._esm = "\n".join(scripts)
        self._css = asset("cards.css") + face.style + asset("table.css")
        self._sitting, self._deal, self._prices, self._retry = sitting, deal, prices, retry
        self._own, self._types, self._cell = tuple(own), dict(memory_types or {}), cell
        self._drawn = 0
        super().__init__()
        with self._answering():
            self._sitting = sitting.go_on(self._ask)
            self._show()
        self.on_msg(self._on_message)

    @property
    def sitting(self) -> Sitting:
        """The game as it stands."""
        return self._sitting

    @property
    def record(self) -> GameRecord:
        """The game so far; without scores while it is not finished."""
        return self._sitting.record

    def play(self, move: str) -> None:
        """Make a person's move, as it is written in records, and let the others answer. Raises the rule's own error."""
        sitting = self._sitting
        if not sitting.turn:
            raise ValueError("the game is over: start another")
        seat = sitting.turn[0]
        sitting.check(seat, move)
        chosen = self._after_choice(seat, move) if self._retry and self._prices else None
        self._sitting = sitting.play({seat: move}, self._ask)
        self._show(chosen=chosen)
