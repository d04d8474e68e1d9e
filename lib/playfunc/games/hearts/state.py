"""Positions of Hearts: the whole state, and what one seat may know of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from playfunc.cards import Card, Suit, following, highest_of_suit
from playfunc.rules import Seat

# The cards of Hearts: what they cost, the winner of a trick, and which of a hand may be played.


DECK = Card.deck()
OPENING = Card("C2")
QUEEN = Card("SQ")
MOON = 26
"""All the points of a deck: thirteen hearts and the queen of spades."""

Play = tuple[Card, str]
"""A card and the id of who played it, as players see it."""

Trick = tuple[Play, ...]
"""The plays of a trick in the order played; the first is the lead."""

SeatPlay = tuple[Card, Seat]


def points(card: Card) -> int:
    """What the card costs the player that wins it: a heart 1, the queen of spades 13, any other 0."""
    if card.suit is Suit.HEARTS:
        return 1
    return 13 if card is QUEEN else 0


def trick_points(trick: Sequence[tuple[Card, Any]]) -> int:
    """The points in a trick of pairs `(card, who)`."""
    return sum(points(card) for card, _ in trick)


def trick_winner(trick: Sequence[tuple[Card, Any]]) -> Any:
    """The winner of a complete trick of pairs `(card, who)`: the highest card of the suit led."""
    return trick[highest_of_suit([card for card, _ in trick])][1]


def legal_cards(
    hand: Sequence[Card],
    trick: Sequence[tuple[Card, Any]],
    *,
    first_trick: bool,
    hearts_broken: bool,
) -> list[Card]:
    """The cards of `hand` that may be played now, in hand order.

    `trick` holds the pairs `(card, who)` played so far, `hearts_broken` says whether a heart was played in
    an earlier trick. Rules: Leading, Reneging, Bleeding, Breaking.
    """
    if trick:
        allowed = list(following(hand, trick[0][0]) or hand)
    elif first_trick and OPENING in hand:
        return [OPENING]
    else:
        allowed = list(hand)
        if not hearts_broken:
            allowed = [card for card in hand if card.suit is not Suit.HEARTS] or allowed
    if first_trick:
        return [card for card in allowed if not points(card)] or allowed
    return allowed


def row(cards: Sequence[Card]) -> str:
    """The cards in a line of text."""
    return " ".join(card.text for card in cards)


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


# What the seat to move knows of a hand.


@dataclass(frozen=True, slots=True)
class Known:
    """What the seat to move knows. Seats are counted from it: 0 is me, 1 plays after me, and so on.

    `trick`: its cards in the order played; `gone`: the cards of the complete tricks; `taken[seat]`: points
    won in them, all 0 if nobody counts them; `voids[seat]`: the suits the seat has shown not to have.
    """

    hand: tuple[Card, ...]
    trick: tuple[Card, ...]
    gone: tuple[Card, ...]
    taken: tuple[int, ...]
    voids: tuple[frozenset[Suit], ...]

    @property
    def seats(self) -> int:
        return len(self.taken)

    @property
    def unseen(self) -> list[Card]:
        """The cards in the other hands together."""
        seen = {*self.hand, *self.trick, *self.gone}
        return [card for card in DECK if card not in seen]
