"""What a game is: pure functions over frozen states.

A state holds everything, a view all that one seat may know. Players get neither: they get the arguments of the
game's PlayFunc contract, which its `Projection` makes out of a view. Its `Storyteller` tells people about it.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

Seat = int
"""A place at the table, counted from 0 in playing order."""

State = TypeVar("State")
View = TypeVar("View")
Move = TypeVar("Move")
View_contra = TypeVar("View_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class Call:
    """One question to a player, as plain JSON values so that it can cross any border.

    `function` is the name of the student's function, `arguments` what it gets, cards as their texts.
    `memory` is the JSON text of the memory that goes into the second place of the last argument, or
    `None` when the contract hands no memory over. `luck` is the text to draw randomness from instead of
    the call itself, so that two calls can be compared under the same luck.
    """

    function: str
    arguments: tuple[Any, ...]
    memory: str | None = None
    luck: str | None = None


class Rules(Protocol[State, View, Move]):
    """The rules of one game with its parameters, such as `Hearts(seats=4)`.

    All methods are pure. `State` must be made of what `playfunc.codec` can write and read, so that a game
    can be stored.
    """

    @property
    def name(self) -> str:
        """The game's name in `playfunc.games.GAMES`."""

    @property
    def seats(self) -> int:
        """How many players sit at the table."""

    @property
    def functions(self) -> tuple[str, ...]:
        """The names of the functions that make up a player."""

    def state_type(self) -> type[State]:
        """The type of states, for the codec."""

    def deal(self, rng: random.Random) -> State:
        """A fresh game, dealt by `rng` alone."""

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """The seats that must move now: several in a simultaneous game, none at the end."""

    def expected_moves(self, state: State) -> int:
        """About how many moves are left to the end, only for progress bars."""

    def view(self, state: State, seat: Seat) -> View:
        """All that an attentive player in `seat` may know."""

    def legal(self, view: View) -> Sequence[Move]:
        """Every legal move, in a fixed order; never empty while the seat is to act."""

    def check(self, view: View, move: Move) -> None:
        """Raise the `IllegalMoveError` that names the rule `move` breaks, if it breaks one."""

    def play(self, state: State, moves: Mapping[Seat, Move]) -> State:
        """The state after these moves, one for every seat to act. Raises as `check` does."""

    def forfeit(self, state: State, offenders: Sequence[Seat]) -> State:
        """The state after the game's own penalty for a fault of `offenders` in graded play."""

    def scores(self, state: State) -> tuple[float, ...]:
        """One number per seat, of a finished game."""

    @property
    def projection(self) -> Projection[Any, Any]:
        """What players are asked and how they answer; one value for the class."""

    @property
    def storyteller(self) -> Storyteller:
        """The game in words; one value for the class."""


class Projection(Protocol[View_contra, Move]):
    """The border to players: what they are asked, and how moves and replies are written and read.

    `playfunc.defaults.PlainProjection` does for a new game.
    """

    @property
    def move_names(self) -> Mapping[str, str]:
        """What a student writes for the type of the move that each function returns."""

    def call(self, view: View_contra, names: Sequence[str], memory: str | None) -> Call:
        """The PlayFunc arguments out of a view; `names[seat]` is the id players know a seat by."""

    def arguments(self, call: Call, memory: object) -> tuple[Any, ...]:
        """The Python values to hand to the player's function: `call` read back, memory decoded."""

    def move_text(self, move: Move) -> str:
        """The move's text on wires and in records."""

    def parse_move(self, text: str) -> Move:
        """The inverse of `move_text`. Raises `NotationError`."""

    def read_reply(self, value: object) -> Move:
        """The move in a player's reply, by exact type. Raises `ProtocolError` with a hint."""


class Storyteller(Protocol):
    """A game in words, for messages and readers. `playfunc.defaults.PlainStoryteller` does for a new game."""

    def describe(self, rules: Any, view: Any, names: Sequence[str] = ()) -> str:
        """The position as a player sees it, drawn as text for messages."""

    def transcript(
        self, rules: Any, names: Sequence[str], states: Sequence[Any], moves: Sequence[str] = ()
    ) -> str:
        """A whole game, printed for a reader. `moves`, where they are given, say in words what led from each state to
        the next, such as "ann: 3"; a storyteller that can tell it from the states needs none."""

    def move(self, move: Any) -> str:
        """A move as a reader knows it."""
