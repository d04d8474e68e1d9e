"""Hearts for two and four players: no passing, all 52 cards dealt, the lowest score wins."""

from __future__ import annotations

from playfunc.games.hearts.rules import (
    DECK,
    MOON,
    OPENING,
    QUEEN,
    Hearts,
    HeartsState,
    HeartsView,
    Play,
    SeatPlay,
    Trick,
    legal_cards,
    points,
    trick_points,
    trick_winner,
)

__all__ = [
    "QUEEN",
    "DECK",
    "MOON",
    "OPENING",
    "Hearts",
    "HeartsState",
    "HeartsView",
    "Play",
    "SeatPlay",
    "Trick",
    "legal_cards",
    "points",
    "trick_points",
    "trick_winner",
]
