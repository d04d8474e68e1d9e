"""FootSteps: a token on a strip, two secret bids a turn, and the higher bidder moves it one cell.

Both lose what they bid. The token on a player's end cell wins for that player; when both have run out of
points before that, it is a draw, regardless of the token's place. A bid is at least 1 while the player has points.

A state holds no list of past bids, only the last pair: a game of a million points may take a million turns,
and copying a growing list each turn would make it quadratic. A player that wants the histories remembers them.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, ClassVar

from playfunc.errors import BidError, ProtocolError, shown
from playfunc.game import GameLines, number_of, read_number
from playfunc.rules import Call, Seat


@dataclass(frozen=True, slots=True)
class FootStepsState:
    """A game being played.

    `token` counts cells from the middle towards seat 0's goal, so seat 1's goal lies at the negative end;
    `points[seat]` are left; `last` holds the bids of the last turn, of the game before at the first turn of
    a later game of a dynamic match, else `None`; `turns` were played in this game; `forfeited` who bid
    illegally. `luck` tells this game from all others: players draw their chances from it, and never see it.
    """

    token: int
    points: tuple[int, int]
    last: tuple[int, int] | None = None
    turns: int = 0
    forfeited: tuple[Seat, ...] = ()
    luck: int = 0


@dataclass(frozen=True, slots=True)
class FootStepsView:
    """What one seat knows, everything from its own side: `position` counts cells towards its own goal,
    and `last` is (own bid, other bid). `over` when no seat may bid; `luck` as in the state."""

    seat: Seat
    position: int
    my_points: int
    their_points: int
    last: tuple[int, int] | None
    over: bool
    luck: int


class FootStepsCall:
    """The projection of FootSteps (see `playfunc.rules.Projection`)."""

    move_names: ClassVar[Mapping[str, str]] = {"play": "int"}

    def call(self, view: FootStepsView, names: Sequence[str], memory: str | None) -> Call:
        """`play(player_id, position, my_points, their_points, previous)`.

        `previous` is `None` on the first turn, else both bids of the last turn, the player's own first, and the
        memory. In a dynamic match the first turn of a later game has the last bids of the game before.
        """
        previous = None if view.last is None else [list(view.last), None]
        return Call(
            "play",
            (names[view.seat], view.position, view.my_points, view.their_points, previous),
            None if previous is None else memory,
            luck=f"{view.luck} {view.seat} {view.position} {view.my_points} {view.their_points} {view.last}",
        )

    def arguments(self, call: Call, memory: object) -> tuple[Any, ...]:
        *plain, previous = call.arguments
        return (*plain, None if previous is None else (tuple(previous[0]), memory))

    def move_text(self, move: int) -> str:
        return str(move)

    def parse_move(self, text: str) -> int:
        return number_of(text)

    def read_reply(self, value: object) -> int:
        return read_number(value, "your bid")


# FootSteps' own text protocol: a process for every game, which prints its bid and then reads the opponent's.


def _heard(call: Call) -> str | None:
    """The opponent's last bid."""
    previous = call.arguments[-1]
    return None if previous is None or call.memory is None else str(previous[0][1])


def _check_line(line: str) -> None:
    if not (line.strip().isascii() and line.strip().isdecimal()):
        raise ProtocolError(f"a bid is a decimal number on a line of its own, and {shown(line)} came")


PROGRAM = GameLines(_heard, "fin", _check_line)


PICTURE = 41
"""The longest strip that is drawn cell by cell."""


class FootStepsText:
    """The storyteller of FootSteps (see `playfunc.rules.Storyteller`)."""

    def describe(self, rules: Any, view: FootStepsView, names: Sequence[str] = ()) -> str:
        legal = rules.legal(view)
        bids = "none" if not legal else f"{legal[0]} … {legal[-1]}" if len(legal) > 1 else f"{legal[0]}"
        last = "none yet" if view.last is None else f"own {view.last[0]}, other's {view.last[1]}"
        return (
            f"  strip: {_strip(rules, view.position)} (own goal on the right)\n"
            f"  points: own {view.my_points}, other's {view.their_points}; last bids: {last}\n"
            f"  legal: {bids}"
        )

    def transcript(
        self, rules: Any, names: Sequence[str], states: Sequence[FootStepsState], moves: Sequence[str] = ()
    ) -> str:
        left, right = names[1], names[0]
        first, last = states[0], states[-1]
        lines = [
            f"Goals: {right} on the right end, {left} on the left; {first.points[0]} and "
            f"{first.points[1]} points.",
            f"     {_strip(rules, first.token)}",
        ]
        for before, after in pairwise(states):
            if after.last is not None and after.turns > before.turns:
                lines.append(
                    f"{after.turns:>3}. {_strip(rules, after.token)}  {right} {after.last[0]}  {left} {after.last[1]}"
                    f"  → {after.points[0]} and {after.points[1]} left"
                )
        if last.forfeited:
            lines.append("Forfeited by " + " and ".join(names[seat] for seat in last.forfeited) + ".")
        if rules.to_act(last):
            lines.append("(not finished)")
        elif rules.scores(last)[0] == 0.5:
            lines.append("A draw.")
        else:
            lines.append(f"The winner: {right if rules.scores(last)[0] == 1 else left}.")
        return "\n".join(lines)

    def move(self, move: int) -> str:
        return f"Bid {move}"


def _strip(rules: Any, position: int) -> str:
    """The strip with its token; a long one in words."""
    if rules.cells > PICTURE:
        return f"[cell {position:+d} of -{rules.goal} … +{rules.goal}]"
    cells = ["·"] * rules.cells
    cells[position + rules.goal] = "●"
    return f"[{''.join(cells)}]"


WIN, DRAW, LOSS = 1.0, 0.5, 0.0


def legal_bids(points: int) -> range:
    """The bids of a player with this number of points: from 1 to all of them, or 0 if none are left."""
    return range(1, points + 1) if points else range(1)


@dataclass(frozen=True, slots=True)
class FootSteps:
    """The rules of FootSteps on a strip of `cells` (odd) with `points` for each (see `playfunc.rules.Rules`)."""

    cells: int = 7
    points: int = 50
    name: ClassVar[str] = "footsteps"
    functions: ClassVar[tuple[str, ...]] = ("play",)
    seats: ClassVar[int] = 2
    projection: ClassVar[FootStepsCall] = FootStepsCall()
    storyteller: ClassVar[FootStepsText] = FootStepsText()

    def __post_init__(self) -> None:
        if self.cells < 3 or self.cells % 2 == 0:
            raise ValueError(f"FootSteps needs an odd number of cells, 3 or more, not {self.cells!r}")
        if self.points < 1:
            raise ValueError(f"FootSteps needs at least 1 point for each player, not {self.points!r}")

    @property
    def goal(self) -> int:
        """How many cells the token has to go from the middle to an end."""
        return self.cells // 2

    def state_type(self) -> type[FootStepsState]:
        return FootStepsState

    def deal(self, rng: random.Random) -> FootStepsState:
        """The token in the middle. Only `luck` is random: it seeds the players' own randomness, which would
        otherwise mix bids the same way in every game."""
        return FootStepsState(0, (self.points, self.points), luck=rng.getrandbits(32))

    def to_act(self, state: FootStepsState) -> tuple[Seat, ...]:
        """Both, until the token is home, the points are gone or somebody has forfeited."""
        over = abs(state.token) >= self.goal or state.points == (0, 0) or state.forfeited
        return () if over else (0, 1)

    def expected_moves(self, state: FootStepsState) -> int:
        """Two for each cell between the token and home: an estimate, because the bids are unknown."""
        return 2 * (self.goal - abs(state.token)) if self.to_act(state) else 0

    def view(self, state: FootStepsState, seat: Seat) -> FootStepsView:
        other = 1 - seat
        return FootStepsView(
            seat,
            state.token if seat == 0 else -state.token,
            state.points[seat],
            state.points[other],
            None if state.last is None else (state.last[seat], state.last[other]),
            not self.to_act(state),
            state.luck,
        )

    def legal(self, view: FootStepsView) -> range:
        return range(0) if view.over else legal_bids(view.my_points)

    def check(self, view: FootStepsView, move: int) -> None:
        """Raise `BidError` for a bid outside what the player may bid."""
        if move not in self.legal(view):
            raise BidError(_violation(view, move), position=self.storyteller.describe(self, view))

    def play(self, state: FootStepsState, moves: Mapping[Seat, int]) -> FootStepsState:
        for seat in (0, 1):
            self.check(self.view(state, seat), moves[seat])
        first, second = moves[0], moves[1]
        return replace(
            state,
            token=state.token + (first > second) - (first < second),
            points=(state.points[0] - first, state.points[1] - second),
            last=(first, second),
            turns=state.turns + 1,
        )

    def forfeit(self, state: FootStepsState, offenders: Sequence[Seat]) -> FootStepsState:
        """The game is lost to each offender; two in the same turn make a draw."""
        return replace(state, forfeited=tuple(offenders))

    def scores(self, state: FootStepsState) -> tuple[float, float]:
        """1 for a win, ½ for a draw, 0 for a loss."""
        if state.forfeited:
            mine = DRAW if len(state.forfeited) == 2 else LOSS if 0 in state.forfeited else WIN
        elif abs(state.token) >= self.goal:
            mine = WIN if state.token > 0 else LOSS
        else:
            mine = DRAW
        return mine, 1 - mine


def _violation(view: FootStepsView, bid: int) -> str:
    if view.over:
        return f"{bid} bid after the end of the game"
    if not view.my_points:
        return f"{bid} bid without any points: only 0 may be bid"
    if bid > view.my_points:
        return f"{bid} bid with only {view.my_points} points left"
    return f"{bid} bid, but a bid is at least 1 while there are points"
