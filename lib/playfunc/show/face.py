"""`Face`: how a game looks, for the table and the replay of every game.

A face turns what somebody may see of a game into a scene, which is plain JSON values, and brings the script that draws
one. The frames around it (`table`, `replay`) are the same for all games: they know moves, seats and costs, and no game.
A game names its face in `Game.show`; without one it is shown as text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, ClassVar, Protocol, TypeAlias

from playfunc.game import GAMES
from playfunc.record import GameRecord, rules_of, steps
from playfunc.registry import resolve
from playfunc.rules import Rules, Seat
from playfunc.show.markup import asset, escape

Scene: TypeAlias = dict[str, Any]
"""What the face's script draws: JSON values, and nothing in them that the viewer may not know."""


class Drawable(Protocol):
    """What draws itself in a notebook or on a page, such as a position, a plot or a replay."""

    def _repr_html_(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Choice:
    """A button: the move as it is written in records, and what the button says."""

    move: str
    label: str


@dataclass(frozen=True, slots=True)
class Number:
    """A field for a whole number from `least` to `most`; the move is `prefix` and the number."""

    label: str
    least: int
    most: int
    usual: int
    prefix: str = ""


@dataclass(frozen=True, slots=True)
class Choices:
    """How a person enters a move: what is asked (`prompt`), buttons below the scene, a field for a number, and `drawn`:
    moves that the scene itself lets a person choose, such as the cards of a hand."""

    prompt: str
    buttons: tuple[Choice, ...] = ()
    number: Number | None = None
    drawn: tuple[str, ...] = ()


class Face(Protocol):
    """How one game looks. All methods are pure; the script that draws names escapes them.

    `script` defines `function drawScene(scene, kit)`, which returns an element; `kit` is described in
    `assets/kit.js`. `style` is CSS whose classes begin with `pf-`.
    """

    @property
    def script(self) -> str: ...

    @property
    def style(self) -> str: ...

    def scene(
        self, rules: Rules[Any, Any, Any], state: Any, viewer: Seat | None, seats: Sequence[str]
    ) -> Scene:
        """The game at `state` as `viewer` may see it; everything where `viewer` is `None`, for replays.

        What was played last (a complete trick, both bids, a hand that ended) is still there to be looked at. Where it
        ended a part, lists of moves look for `winner`, the seat that won it, and for `result`, a few words such as
        "13 points".
        """

    def describe_change(
        self,
        rules: Rules[Any, Any, Any],
        before: Any | None,
        state: Any,
        viewer: Seat | None,
        seats: Sequence[str],
    ) -> str:
        """What happened between two states, and who is to move, in a sentence or two for a reader; a screen reader
        says it. `before` is `None` at the start. Only what `viewer` may know."""

    def part(self, rules: Rules[Any, Any, Any], state: Any) -> str:
        """The part of the game in which the move at `state` is made, such as "Trick 5" or "Round 1, hand 2"; moves of
        one part stand together in lists."""

    def choices(self, rules: Rules[Any, Any, Any], view: Any) -> Choices:
        """What a person to move with this view can choose from; every legal move can be entered."""

    def position(self, rules: Rules[Any, Any, Any], state: Any, seat: Seat, seats: Sequence[str]) -> Drawable:
        """What `seat` sees while it is to move, as a picture without a script, for reports and sheets."""


class DrawnFace:
    """What faces with a drawing of their own share: `script` and `style` are the `common` ones of several games, and
    then `face.js` and `face.css` in the assets of the face's package, which say what is special about the game."""

    __slots__ = ()
    common: ClassVar[str]

    @property
    def script(self) -> str:
        return self._assets("js")

    @property
    def style(self) -> str:
        return self._assets("css")

    def _assets(self, kind: str) -> str:
        package = type(self).__module__.rpartition(".")[0]
        return asset(f"{self.common}.{kind}") + asset(f"face.{kind}", package)


@dataclass(frozen=True, slots=True)
class _Text:
    text: str

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self.text)}</pre>"

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class PlainFace:
    """For games without a face of their own: the storyteller's words, and a button for each of the legal moves."""

    most: int = 30
    """Legal moves that get a button; there may be millions."""

    @property
    def script(self) -> str:
        return asset("plain.js")

    @property
    def style(self) -> str:
        return ""

    def scene(
        self, rules: Rules[Any, Any, Any], state: Any, viewer: Seat | None, seats: Sequence[str]
    ) -> Scene:
        if viewer is None:
            return {"text": rules.storyteller.transcript(rules, seats, [state])}
        return {"text": rules.storyteller.describe(rules, rules.view(state, viewer), seats)}

    def describe_change(
        self,
        rules: Rules[Any, Any, Any],
        before: Any | None,
        state: Any,
        viewer: Seat | None,
        seats: Sequence[str],
    ) -> str:
        acting = rules.to_act(state)
        if acting:
            return " and ".join(seats[seat] for seat in acting) + " to move."
        scores = zip(seats, rules.scores(state), strict=True)
        return "The game is over. Scores: " + ", ".join(f"{name} {score:g}" for name, score in scores) + "."

    def part(self, rules: Rules[Any, Any, Any], state: Any) -> str:
        return "Moves"

    def choices(self, rules: Rules[Any, Any, Any], view: Any) -> Choices:
        listed = islice(rules.legal(view), self.most)
        tell, write = rules.storyteller.move, rules.projection.move_text
        return Choices("Your move", tuple(Choice(write(move), tell(move)) for move in listed))

    def position(self, rules: Rules[Any, Any, Any], state: Any, seat: Seat, seats: Sequence[str]) -> Drawable:
        return _Text(rules.storyteller.describe(rules, rules.view(state, seat), seats))


def face_of(game: str) -> Face:
    """The game's face."""
    reference = GAMES[game].show
    return resolve(reference) if reference else PlainFace()


def position_before(record: GameRecord, at: int, seat: Seat, names: Sequence[str]) -> Drawable:
    """What `seat` saw when `at` moves had been made, under these names."""
    state = [step.state for step in steps(record) for _ in step.moves][at]
    return face_of(record.game).position(rules_of(record), state, seat, names)
