"""BlackJack as a run: rounds of hands at one table of up to four and a dealer, with chips carried on."""

from __future__ import annotations

from playfunc.game import ContestFormat, Game, Parameter, WinMeasure
from playfunc.games.blackjack.rules import BlackJack
from playfunc.games.blackjack.state import (
    BEST,
    BUY_IN,
    CHIPS,
    DECKS,
    FACES,
    HIDDEN,
    MOST_HANDS,
    RUN,
    STANDS,
    VALUES,
    Bet,
    BlackJackState,
    BlackJackView,
    Double,
    Finished,
    Hit,
    Move,
    Plain,
    Stand,
    hand_score,
    settled,
    total,
)

__all__ = [
    "GAME",
    "DECKS",
    "MOST_HANDS",
    "BEST",
    "STANDS",
    "VALUES",
    "BUY_IN",
    "CHIPS",
    "Bet",
    "BlackJack",
    "BlackJackState",
    "BlackJackView",
    "Double",
    "FACES",
    "Finished",
    "HIDDEN",
    "Hit",
    "Move",
    "Plain",
    "RUN",
    "Stand",
    "hand_score",
    "settled",
    "total",
]

GAME = Game(
    name="blackjack",
    rules=BlackJack,
    title="BlackJack",
    tables=(2, 1, 3, 4),
    parameters={
        "rounds": Parameter(1, 1000, 1, "rounds in a run, each with shoes of its own"),
        "hands": Parameter(1, MOST_HANDS, 5, "hands in a round"),
        "chips": Parameter(0, 1_000_000, CHIPS, "chips that each player starts with"),
    },
    played="run",
    scored="chips",
    win=WinMeasure(won="runs", about="Share of runs won, an equal score counting as half a win"),
    series="playfunc.games.blackjack.run:play_run",
    program="playfunc.games.blackjack.rules:PROGRAM",
    show="playfunc.games.blackjack.pictures:FACE",
    contests={
        "": ContestFormat(
            about="runs of five rounds of five hands at random tables of up to four",
            pairing="runs",
            deals=100,
            seats=4,
            rounds=RUN,
            chips=CHIPS,
            least_chips=BUY_IN,
            round_start="playfunc.games.blackjack.run:start_round",
        )
    },
)
