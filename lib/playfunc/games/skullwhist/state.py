"""Positions of SkullWhist: the whole state, and what one seat may know of it."""

from __future__ import annotations

from dataclasses import dataclass

from playfunc.cards import WhistCard
from playfunc.games.skullwhist.cards import SeatPlay, trick_winner
from playfunc.rules import Seat

__all__ = ["SkullWhistState", "SkullWhistView"]


@dataclass(frozen=True, slots=True)
class SkullWhistState:
    """A game being bid or played.

    `hands[seat]` is sorted; `unseen` are the cards thrown away; `bids[seat]` is `None` until made; `turn` is
    the seat to play once both have bid (until then the seat that will lead); `trick` holds the lead of an
    unfinished trick; `history` the complete tricks; `forfeited` the seats that lost the game by a fault.
    """

    hands: tuple[tuple[WhistCard, ...], ...]
    unseen: tuple[WhistCard, ...]
    turn: Seat
    bids: tuple[int | None, ...] = (None, None)
    trick: tuple[SeatPlay, ...] = ()
    history: tuple[tuple[SeatPlay, ...], ...] = ()
    forfeited: tuple[Seat, ...] = ()

    def tricks(self) -> tuple[int, int]:
        """How many tricks each seat has won so far."""
        won = [trick_winner(trick) for trick in self.history]
        return won.count(0), won.count(1)


@dataclass(frozen=True, slots=True)
class SkullWhistView:
    """What one seat may know. Until both have bid, `bids` shows only its own bid."""

    seat: Seat
    hand: tuple[WhistCard, ...]
    bids: tuple[int | None, ...]
    trick: tuple[SeatPlay, ...]
    history: tuple[tuple[SeatPlay, ...], ...]

    @property
    def bidding(self) -> bool:
        return None in self.bids
