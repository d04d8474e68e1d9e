"""The cards of SkullWhist: which of a hand may be played, the winner of a trick, and what tricks score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from playfunc.cards import Suit, WhistCard
from playfunc.rules import Seat
from playfunc.tricks import following

__all__ = ["DECK", "HAND", "Move", "Play", "SeatPlay", "Trick", "legal_cards", "row", "score", "trick_winner"]

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
