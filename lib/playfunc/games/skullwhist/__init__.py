"""SkullWhist: two players bid how many of thirteen tricks they will win, then play them; spades are trump."""

from __future__ import annotations

from playfunc.games.skullwhist.rules import (
    DECK,
    HAND,
    Bids,
    Move,
    SkullWhist,
    SkullWhistState,
    SkullWhistView,
    Trick,
    legal_cards,
    score,
    trick_winner,
)

__all__ = [
    "Bids",
    "DECK",
    "HAND",
    "Move",
    "SkullWhist",
    "SkullWhistState",
    "SkullWhistView",
    "Trick",
    "legal_cards",
    "score",
    "trick_winner",
]
