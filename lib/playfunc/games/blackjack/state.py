"""Positions of BlackJack: the whole state, and what one seat may know of it."""

from __future__ import annotations

from dataclasses import dataclass

from playfunc.rules import Seat

__all__ = ["BlackJackState", "BlackJackView", "Finished"]


@dataclass(frozen=True, slots=True)
class Finished:
    """A hand played out: the dealer's cards, the players' (empty for a player that sat out) and stakes, the chips
    after it."""

    dealer: str
    hands: tuple[str, ...]
    stakes: tuple[int, ...]
    chips: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BlackJackState:
    """A run being played; cards are one letter each, in text.

    `shoes[round]` holds all decks of a round in the order they are opened, of which `drawn` cards are drawn from
    the current one. `hands[seat]` is empty and `stakes[seat]` 0 for a player that sits out. `table` lists the players'
    cards in the order dealt; `queue` the seats still to move, next first; `moved` those that have moved in
    this hand. `number` counts hands of the run from 0; `before` holds all cards of the hand before this one
    in the round, in the order of `visible`.
    """

    shoes: tuple[str, ...]
    chips: tuple[int, ...]
    stakes: tuple[int, ...]
    hands: tuple[str, ...]
    dealer: str = ""
    table: str = ""
    queue: tuple[Seat, ...] = ()
    moved: tuple[Seat, ...] = ()
    number: int = 0
    drawn: int = 0
    before: str = ""
    history: tuple[Finished, ...] = ()


@dataclass(frozen=True, slots=True)
class BlackJackView:
    """What one seat may know: what lies on the table, its own stake and chips, and the hand before.

    `visible` has the dealer's two cards first, the second as `#`. `turn` says whether the seat is to move,
    `first` whether it has not moved in this hand, `opening` whether this is the round's first hand.
    """

    seat: Seat
    hand: str
    visible: str
    stake: int
    chips: int
    before: str
    turn: bool
    first: bool
    opening: bool
