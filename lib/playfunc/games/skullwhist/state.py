"""Positions of SkullWhist: the whole state, and what one seat may know of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from playfunc.cards import Suit, WhistCard, following
from playfunc.rules import Seat

# The cards of SkullWhist: which of a hand may be played, the winner of a trick, and what tricks score.


DECK = WhistCard.deck()
HAND = 13
"""Cards in a hand, and the highest bid."""

Move: TypeAlias = int | WhistCard
"""A bid, or a card."""

Play = tuple[WhistCard, str]
Trick = tuple[Play, ...]
"""The plays of a trick, the lead first; empty for the leader."""

SeatPlay = tuple[WhistCard, Seat]


def legal_cards(hand: Sequence[WhistCard], trick: Sequence[tuple[WhistCard, Any]]) -> list[WhistCard]:
    """The cards of `hand` that may be played now, in hand order: the suit led, else any."""
    return list((following(hand, trick[0][0]) if trick else ()) or hand)


def trick_winner(trick: Sequence[tuple[WhistCard, Any]]) -> Any:
    """The winner of a trick of two pairs `(card, who)`.

    In one suit the higher value wins; otherwise the second card wins if it is a spade, and the first if not.
    """
    (first, leader), (second, follower) = trick
    if first.suit is second.suit:
        return leader if first.value > second.value else follower
    return follower if second.suit is Suit.SPADES else leader


def score(bid: int, tricks: int) -> int:
    """10 for each trick bid if the bid was reached, and 1 for each extra trick; otherwise -10 for each trick bid."""
    return 10 * bid + (tricks - bid) if tricks >= bid else -10 * bid


def row(cards: Sequence[Any]) -> str:
    """The cards in a line of text."""
    return " ".join(str(card) for card in cards)


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
