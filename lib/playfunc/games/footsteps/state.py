"""Positions of FootSteps: the whole state, and what one seat may know of it."""

from __future__ import annotations

from dataclasses import dataclass

from playfunc.rules import Seat


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
