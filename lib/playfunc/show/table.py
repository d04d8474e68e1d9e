"""A table to sit down at: a widget in which people and players play any game.

This is the one module that needs anywidget. The browser only draws and says what was chosen; the rules are asked here.
Nothing here waits for anybody: each message of the browser is answered by a new sight. While a player is asked for its
move, the browser is told who it is; an interrupt of the kernel then leaves the game as it stood before the message.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeAlias

import anywidget
import traitlets

from playfunc.costs import Prices
from playfunc.errors import IllegalMoveError, PlayfuncError
from playfunc.record import GameRecord
from playfunc.rules import Seat
from playfunc.show import replay  # never from its module, whose name would then hide the function
from playfunc.show.face import Drawable, face_of
from playfunc.show.game_session import GameSession
from playfunc.show.markup import asset
from playfunc.show.seen import call_source
from playfunc.show.view_model import costs_view_model, view_model, viewer_of

Pricer: TypeAlias = Callable[[GameRecord, int, Seat], Prices]
"""What each legal move of a seat costs when so many moves have been made, as a game's reviewer says."""

Keeper: TypeAlias = Callable[[GameRecord, int, Seat], str]
"""The text of a notebook cell that keeps the position in which a seat made the move with this index."""


class GameTable(anywidget.AnyWidget):  # type: ignore[misc]
    """Play `session`; its people are the viewers of the widget.

    `deal` makes another game for "New deal". `prices` prices a person's moves on request; with `retry`, those of the
    position that the session began at are hidden until a move is chosen there. The players in the seats `own` are the
    viewer's: their memory is shown, and what they were asked; `memory_types` are the declared types of their memories,
    by the name of the function. `keep` makes the text of a cell, for "Keep as a test". `title` stands above.

    `record` is the game so far, to replay or print, and `play` makes a move from Python.
    """

    _esm = ""
    _css = ""
    sight = traitlets.Dict().tag(sync=True)
    asking = traitlets.Unicode("").tag(sync=True)

    def __init__(
        self,
        session: GameSession,
        *,
        deal: Callable[[], GameSession] | None = None,
        prices: Pricer | None = None,
        own: Collection[Seat] = (),
        memory_types: Mapping[str, Any] | None = None,
        retry: bool = False,
        keep: Keeper | None = None,
        title: str = "",
    ) -> None:
        self._session, self._deal, self._prices, self._keep = session, deal, prices, keep
        self._title = title
        self._own, self._types = tuple(own), dict(memory_types or {})
        self._retry = retry and prices is not None
        self._chosen: str | None = None
        self._told = 0
        face = face_of(session.rules.name)
        scripts = (asset("cards.js"), asset("kit.js"), face.script, asset("table.js"))
        super().__init__(
            _esm="\n".join(scripts),
            _css=asset("cards.css") + face.style + asset("table.css"),
            _anywidget_id=f"{__name__}.{session.rules.name}",
        )
        self.sight = self._seen()
        self.on_msg(self._on_message)

    @property
    def session(self) -> GameSession:
        """The game as it stands."""
        return self._session

    @property
    def record(self) -> GameRecord:
        """The game so far; without scores while it is not finished."""
        return self._session.record

    def play(self, move: str) -> None:
        """Make a person's move, as it is written in records, and let the others answer. Raises the rule's own error
        where it is not legal, `NotationError` where it is no move, `ValueError` after the end."""
        ready = self._session.go_on(self._ask)
        seat = ready.turn[0] if ready.turn else -1
        self._session = ready.play({seat: move}, self._ask)
        self._chosen = None
        self._show()

    def _ask(self, name: str) -> None:
        self.asking = name

    def _on_message(self, _: object, content: object, __: object) -> None:
        """What the browser says: a name of `_ANSWERS`, and what belongs to it."""
        if not isinstance(content, dict):
            return
        for name, value in content.items():
            answer = _ANSWERS.get(name) if isinstance(name, str) else None
            if answer is not None and type(value) is answer[0]:
                self._answer(answer[1], value)
                return

    def _answer(self, answer: Callable[[GameTable, Any], None], value: Any) -> None:
        try:
            answer(self, value)
        except KeyboardInterrupt:
            self._show(stopped=self.asking or "the computation")
        except IllegalMoveError as error:
            self._show(objection={"rule": error.rule, "reason": error.reason})
        except (PlayfuncError, ValueError) as error:
            self._show(objection={"rule": "Table", "reason": str(error)})

    def _ready(self, _: object) -> None:
        """The players before the person move now; where nobody waits for anything, all is drawn already."""
        if not self._session.over and not self._session.turn:
            self._session = self._session.go_on(self._ask)
            self._show()

    def _choose(self, move: str) -> None:
        session = self._session
        if session.turn and self._hiding:
            session.check(session.turn[0], move)
            costs = self._costs()
            self._chosen = move
            self._show(costs=costs)
        else:
            self.play(move)

    def _accept(self, _: object) -> None:
        if self._chosen is not None:
            self.play(self._chosen)

    def _back(self, place: int) -> None:
        self._to(self._session.back_to(place))

    def _undo(self, _: object) -> None:
        self._to(self._session.undone())

    def _again(self, _: object) -> None:
        self._to(self._session.back_to(self._session.first))

    def _new(self, _: object) -> None:
        if self._deal is not None:
            self._to(self._deal())

    def _to(self, session: GameSession) -> None:
        self._session, self._chosen = session, None
        self._session = session.go_on(self._ask)
        self._show()

    def _price(self, _: object) -> None:
        self._show(costs=self._costs())

    def _costs(self) -> dict[str, Any] | None:
        if self._prices is None or not self._session.turn:
            return None
        self.asking = "the reviewer"
        made = self._session.now.made
        return costs_view_model(self._session.rules, self._prices(self.record, made, self._session.turn[0]))

    def _look(self, place: int) -> None:
        """The call of the owned player that moved at a place, as Python."""
        session = self._session
        acting = session.rules.to_act(session.moments[place].state) if place < len(session.moments) else ()
        for seat in sorted({*acting} & {*self._own}):
            call = session.call(seat, place)
            self._show(code=call_source(session.rules, call, self._types.get(call.function, Any)))
            return

    def _keep_position(self, _: object) -> None:
        """The cell is about the move that was chosen last where the session began, or about the one to be made now."""
        if self._keep is not None and self._session.people:
            first = self._session.moments[self._session.first]
            self._show(code=self._keep(self.record, first.made, self._session.people[0]), costs=self._costs())

    def _show(self, **news: Any) -> None:
        self.sight = self._seen(**news)
        self.asking = ""

    def _seen(self, **news: Any) -> dict[str, Any]:
        """What the browser draws; `told` counts up, for it to draw the same sight again."""
        self._told += 1
        session = self._session
        document = ""
        if session.over:
            bottom = session.people[0] if session.people else 0
            document = replay(session.record, -1, bottom, owners=self._own).document()
        return {
            "title": self._title,
            "model_id": self.model_id,
            **view_model(session, self._own),
            "can_deal": self._deal is not None,
            "can_price": self._prices is not None and not self._hiding,
            "can_keep": self._keep is not None,
            "first": session.first,
            "chosen": self._chosen,
            "costs": None,
            "code": "",
            "objection": None,
            "stopped": "",
            "replay": document,
            "told": self._told,
            **news,
        }

    @property
    def _hiding(self) -> bool:
        """Whether costs are hidden until a move is chosen."""
        at_first = len(self._session.moments) - 1 == self._session.first
        return self._retry and self._chosen is None and at_first

    def _picture(self) -> Drawable:
        """What stands here where no kernel is."""
        session = self._session
        seat = viewer_of(session) or 0
        return face_of(session.rules.name).position(session.rules, session.state, seat, session.names)

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        data, metadata = super()._repr_mimebundle_(**kwargs)
        picture, said = self._picture(), "A table to play at: run this cell in Jupyter."
        text = f"{said}\n{picture}"
        return {**data, "text/html": f"<p>{said}</p>{picture._repr_html_()}", "text/plain": text}, metadata


_ANSWERS: Mapping[str, tuple[type, Callable[[GameTable, Any], None]]] = {
    "ready": (bool, GameTable._ready),
    "move": (str, GameTable._choose),
    "accept": (bool, GameTable._accept),
    "undo": (bool, GameTable._undo),
    "back": (int, GameTable._back),
    "again": (bool, GameTable._again),
    "deal": (bool, GameTable._new),
    "price": (bool, GameTable._price),
    "look": (int, GameTable._look),
    "keep": (bool, GameTable._keep_position),
}
"""What the browser may say, with the type of what belongs to it, and what is done then."""
