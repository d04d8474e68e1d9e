"""Hearts for two and four players: no passing, all 52 cards dealt, the lowest score wins."""

from __future__ import annotations

from playfunc.game import ContestFormat, Game, WinMeasure
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
    "GAME",
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

GAME = Game(
    name="hearts",
    rules=Hearts,
    tables=(2, 4),
    played="hand",
    scored="points",
    better="low",
    win=WinMeasure(
        won="games to 100",
        rate="playfunc.games.hearts.to_100:win_rate",
        about="Chance of winning a game to 100 points that is made of such hands",
        total=MOON,
    ),
    series="playfunc.games.hearts.to_100:play_to_100",
    contests={
        "": ContestFormat(title="two players"),
        "four": ContestFormat(
            title="four players",
            about="random tables of four, each deal from every seat",
            pairing="random tables",
            deals=52,
            seats=4,
            strangers=True,
        ),
    },
    show="playfunc.games.hearts.pictures:FACE",
    compiled="playfunc.games.hearts.fast.warm:prepare",
    compiled_for=("simulate",),
)
