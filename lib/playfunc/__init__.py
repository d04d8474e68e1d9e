"""playfunc: write a player for a card game, and see what every move cost.

Notebooks import from here: cards, the rules, the runner, and what a notebook shows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from playfunc.cards import Card, Rank, Suit
from playfunc.errors import PlayError, PlayfuncError
from playfunc.games.hearts import DECK, Hearts, Play, Trick, legal_cards, points, trick_points, trick_winner
from playfunc.player import FunctionPlayer
from playfunc.registry import lazily

if TYPE_CHECKING:
    from playfunc.games.hearts.simulation import simulate
    from playfunc.games.hearts.to_100 import play_to_100
    from playfunc.match import play_game
    from playfunc.record import GameRecord, transcript
else:
    __getattr__ = lazily(
        __name__,
        {
            "play_game": "playfunc.match",
            "GameRecord": "playfunc.record",
            "transcript": "playfunc.record",
            "play_to_100": "playfunc.games.hearts.to_100",
            "simulate": "playfunc.games.hearts.simulation",
        },
    )

__all__ = [
    "DECK",
    "Card",
    "FunctionPlayer",
    "GameRecord",
    "Hearts",
    "Play",
    "PlayError",
    "PlayfuncError",
    "Rank",
    "Suit",
    "Trick",
    "legal_cards",
    "play_game",
    "play_to_100",
    "points",
    "simulate",
    "transcript",
    "trick_points",
    "trick_winner",
]
__version__ = "0.1.0"
