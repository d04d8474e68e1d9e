"""The rules that trick games share: following suit, and the winner of a trick."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from playfunc.cards import Suit

__all__ = ["following", "highest_of_suit"]


class Suited(Protocol):
    """Any card: it has a suit and an order within it."""

    @property
    def suit(self) -> Suit: ...

    @property
    def index(self) -> int: ...


C = TypeVar("C", bound=Suited)


def following(hand: Sequence[C], lead: C) -> Sequence[C]:
    """The cards of `hand` in the suit of `lead`, in hand order; empty if the hand is void in it."""
    suit = lead.suit
    return [card for card in hand if card.suit is suit]


def highest_of_suit(cards: Sequence[C]) -> int:
    """The place within `cards`, a trick in the order played, of the highest card of the suit led."""
    best = 0
    for place in range(1, len(cards)):
        if cards[place].suit is cards[0].suit and cards[place].index > cards[best].index:
            best = place
    return best
