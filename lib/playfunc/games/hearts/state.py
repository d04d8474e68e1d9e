"""Positions of Hearts: the whole state, and what one seat may know of it."""

from __future__ import annotations

from dataclasses import dataclass

from playfunc.cards import Card
from playfunc.games.hearts.cards import SeatPlay
from playfunc.rules import Seat

__all__ = ["HeartsState", "HeartsView"]


@dataclass(frozen=True, slots=True)
class HeartsState:
    """A hand being played.

    `hands[seat]` is sorted; `trick` holds the current trick's plays; `history` the complete tricks;
    `turn` is the seat to move; `broken` whether a heart was played in an earlier trick; `forfeited` who
    lost the hand by a fault (nobody, in a hand played to its end).
    """

    hands: tuple[tuple[Card, ...], ...]
    turn: Seat
    trick: tuple[SeatPlay, ...] = ()
    history: tuple[tuple[SeatPlay, ...], ...] = ()
    broken: bool = False
    forfeited: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class HeartsView:
    """What one seat may know: its own hand and everything played so far."""

    seat: Seat
    seats: int
    hand: tuple[Card, ...]
    trick: tuple[SeatPlay, ...]
    history: tuple[tuple[SeatPlay, ...], ...]
    broken: bool

    @property
    def first_trick(self) -> bool:
        return not self.history
