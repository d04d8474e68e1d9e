"""Players by the same contract as the students', as rungs of a ladder."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from playfunc.player import FunctionPlayer
from playfunc.rules import Rules

__all__ = ["BEYOND", "TIERS", "opponent", "opponents_at"]

TIERS: dict[str, tuple[str, ...]] = {
    "hearts": ("basic", "minmax", "advanced"),
    "footsteps": ("basic", "minmax", "advanced"),
    "blackjack": ("basic", "minmax", "advanced"),
    "skullwhist": ("basic", "minmax", "advanced"),
}
"""A game's opponents, the weakest first."""

BEYOND: dict[str, tuple[str, ...]] = {"hearts": ("perfect",)}
"""Opponents at a table of two that no mark asks for: beyond the assignment."""


def opponents_at(rules: Rules[Any, Any, Any]) -> tuple[str, ...]:
    """The names of all opponents for a game at such a table, the weakest first."""
    return TIERS.get(rules.name, ()) + (BEYOND.get(rules.name, ()) if rules.seats == 2 else ())


def opponent(rules: Rules[Any, Any, Any], tier: str, *, key: bytes = b"playfunc opponents") -> FunctionPlayer:
    """The opponent of this name for the game, as a player of that name.

    `key` is what its randomness is drawn from, with the position (see `playfunc.player.seeded_random`).
    Raises `ValueError` for a name that is not among `opponents_at` this table.
    """
    known = opponents_at(rules)
    if tier not in known:
        raise ValueError(f"no opponent {tier!r} for {rules.name}; known: {', '.join(known) or 'none'}")
    module = import_module(f"playfunc_opponents.{rules.name}.{tier}")
    return FunctionPlayer(
        {name: getattr(module, name) for name in rules.functions}, rules, name=tier, key=key
    )
