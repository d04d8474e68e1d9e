"""A table to sit down at: a widget in which a person plays a hand by clicking on cards.

This is the one module that needs anywidget. The browser only draws and says which card was clicked; the
rules are asked here. Without a kernel a drawn position stands in its place.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import anywidget
import traitlets

from playfunc.cards import Card
from playfunc.errors import IllegalMoveError, NotationError
from playfunc.games.hearts import Hearts, HeartsState
from playfunc.games.hearts.show.hand import HandGame, begin, sight
from playfunc.player import Player
from playfunc.record import GameRecord
from playfunc.rules import Seat
from playfunc.show.markup import asset
from playfunc.show.position import Position
from playfunc.show.replay import replay

__all__ = ["HandTable"]


class HandTable(anywidget.AnyWidget):  # type: ignore[misc]
    """Play the hand dealt in `state` from `human_seat` against `players`, the others in seat order.

    Cards are buttons; one that may not be played says which rule forbids it. `record` is the hand so far,
    to replay or print, and `play` plays a card from Python.
    """

    _esm = asset("cards.js") + asset("table.js", __package__)
    _css = asset("cards.css") + asset("table.css", __package__)
    sight = traitlets.Dict().tag(sync=True)

    def __init__(
        self, rules: Hearts, state: HeartsState, players: Sequence[Player], human_seat: Seat = 0
    ) -> None:
        self._game = begin(rules, state, players, human_seat)
        self._told = 0
        super().__init__(sight=self._seen())
        self.on_msg(self._on_message)

    @property
    def game(self) -> HandGame:
        """The hand as it stands."""
        return self._game

    @property
    def record(self) -> GameRecord:
        """The hand so far; without scores while it is not finished."""
        return self._game.record

    def play(self, card: Card | str) -> None:
        """Play `card`, and let the others answer. Raises the rule's own error if it may not be played."""
        self._show(self._game.play(Card(card) if isinstance(card, str) else card))

    def _on_message(self, _: object, content: object, __: object) -> None:
        if not isinstance(content, dict):
            return
        if content.get("again"):
            self._show(self._game.again())
        elif isinstance(content.get("play"), str):
            self._click(content["play"])

    def _click(self, text: str) -> None:
        try:
            self.play(text)
        except IllegalMoveError as error:
            self._show(self._game, {"rule": error.rule, "reason": error.reason})
        except (NotationError, ValueError) as error:
            self._show(self._game, {"rule": "Table", "reason": str(error)})

    def _show(self, game: HandGame, objection: dict[str, str] | None = None) -> None:
        self._game = game
        self.sight = self._seen(objection)

    def _seen(self, objection: dict[str, str] | None = None) -> dict[str, Any]:
        """What the browser draws; `told` counts up, for it to draw the same sight again."""
        self._told += 1
        game = self._game
        document = replay(game.record, -1, game.seat).document() if game.over else ""
        return {**sight(game), "objection": objection, "replay": document, "told": self._told}

    def _picture(self) -> Position:
        frame = self._game.frame
        names = self._game.record.players
        trick = [(card, names[seat]) for card, seat in frame.state.trick]
        title = "A hand to play: run this cell in Jupyter, then click on a card"
        return Position(frame.state.hands[self._game.seat], trick, frame.legal, title=title)

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        data, metadata = super()._repr_mimebundle_(**kwargs)
        picture = self._picture()
        return {**data, "text/html": picture._repr_html_(), "text/plain": str(picture)}, metadata
