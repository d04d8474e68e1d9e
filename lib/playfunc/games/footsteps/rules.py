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
from typing import ClassVar

from playfunc.errors import BidError
from playfunc.games.footsteps.call import FootStepsCall, FootStepsText
from playfunc.games.footsteps.state import FootStepsState, FootStepsView
from playfunc.rules import Seat

WIN, DRAW, LOSS = 1.0, 0.5, 0.0


def legal_bids(points: int) -> range:
    """The bids of a player with this number of points: from 1 to all of them, or 0 if none are left."""
    return range(1, points + 1) if points else range(1)


@dataclass(frozen=True, slots=True)
class FootSteps:
    """The rules of FootSteps on a strip of `cells` (odd) with `points` for each (see `playfunc.rules.Rules`)."""

    cells: int = 7
    points: int = 50
    projection: ClassVar[FootStepsCall] = FootStepsCall()
    storyteller: ClassVar[FootStepsText] = FootStepsText()

    def __post_init__(self) -> None:
        if self.cells < 3 or self.cells % 2 == 0:
            raise ValueError(f"FootSteps needs an odd number of cells, 3 or more, not {self.cells!r}")
        if self.points < 1:
            raise ValueError(f"FootSteps needs at least 1 point for each player, not {self.points!r}")

    @property
    def name(self) -> str:
        return "footsteps"

    @property
    def seats(self) -> int:
        return 2

    @property
    def functions(self) -> tuple[str, ...]:
        return ("play",)

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
