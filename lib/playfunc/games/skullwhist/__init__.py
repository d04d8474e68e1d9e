"""SkullWhist: two players bid how many of thirteen tricks they will win, then play them; spades are trump."""

from __future__ import annotations

from playfunc.game import ContestFormat, Game
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
    "GAME",
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

GAME = Game(
    name="skullwhist",
    rules=SkullWhist,
    title="SkullWhist",
    scored="points",
    show="playfunc.games.skullwhist.pictures:FACE",
    contests={
        "": ContestFormat(
            about="random pairs, each deal from both sides", pairing="random pairs", value="wins", deals=100
        )
    },
)
