"""The games, one file each, in one table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playfunc.games.hearts import Hearts
from playfunc.rules import Rules

__all__ = ["GAMES", "Hearts"]

GAMES: dict[str, Callable[..., Rules[Any, Any, Any]]] = {"hearts": Hearts}
"""A game's name → its rules; parameters such as `seats=4` go to the call."""
