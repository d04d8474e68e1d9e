"""The installed games: playfunc's own, and those of other packages (entry-point group `playfunc.games`)."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from playfunc.game import Game
from playfunc.registry import Registry
from playfunc.rules import Rules

__all__ = ["GAMES", "game", "game_of", "rules_for"]

GAMES: Registry[Game] = Registry("playfunc.games", Game, "game", attrgetter("name"))
"""A game's name → its `Game`, imported when it is asked for."""


def game(name: str) -> Game:
    """The game of this name. Raises `ValueError` with a sentence if it is unknown or cannot be loaded."""
    if name not in GAMES:
        raise ValueError(f"there is no game {name!r}; known are {', '.join(GAMES)}")
    return GAMES[name]


def game_of(rules: Rules[Any, Any, Any]) -> Game:
    """The game that these rules belong to."""
    return game(rules.name)


def rules_for(name: str, players: int, **parameters: int) -> Rules[Any, Any, Any]:
    """The rules of a game for this number of players, whether or not the number is a parameter of the game.

    Raises `ValueError` with a sentence if the game is unknown or does not allow this number.
    """
    return game(name).table(players, **parameters)
