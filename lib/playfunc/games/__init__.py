"""The games. Each game has a folder here or comes from another package; `playfunc.game` finds them all."""

from __future__ import annotations

from playfunc.game import GAMES, game, game_of, rules_for

__all__ = ["GAMES", "game", "game_of", "rules_for"]
