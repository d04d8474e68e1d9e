"""The cards of Hearts: what they cost, the winner of a trick, and which of a hand may be played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playfunc.cards import Card, Suit
from playfunc.rules import Seat
from playfunc.tricks import following, highest_of_suit

__all__ = [
    "DECK",
    "MOON",
    "OPENING",
    "QUEEN",
    "Play",
    "SeatPlay",
    "Trick",
    "legal_cards",
    "points",
    "row",
    "trick_points",
    "trick_winner",
]

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
