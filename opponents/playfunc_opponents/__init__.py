"""Players with the same contract as the students', as baselines of a ladder: ours, and those of other packages."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from playfunc.player import FunctionPlayer
from playfunc.registry import Registry, resolve
from playfunc.rules import Rules

from playfunc_opponents.ladder import Baseline, Ladder

__all__ = ["LADDERS", "Ladder", "Baseline", "ladder", "opponent", "opponents_at", "weakest_at"]

LADDERS: Registry[Ladder] = Registry("playfunc.opponents", Ladder, "ladder", attrgetter("game"))
"""A game's name → its `Ladder`, imported when it is asked for."""


def ladder(game: str) -> Ladder:
    """The ladder of a game; it has no baselines if no package provides any.

    Raises `PluginError` with a sentence if the package that provides it is broken.
    """
    return LADDERS[game] if game in LADDERS else Ladder(game=game, baselines=())


def opponents_at(rules: Rules[Any, Any, Any]) -> tuple[str, ...]:
    """The names of all opponents for a game at such a table, the weakest first."""
    return ladder(rules.name).names(rules.seats)


def weakest_at(rules: Rules[Any, Any, Any]) -> str:
    """The name of the weakest opponent at such a table. Raises `ValueError` with a sentence if there is none."""
    names = opponents_at(rules)
    if not names:
        raise ValueError(
            f"{rules.name} has no opponents; install a package that provides some for {rules.seats} players"
        )
    return names[0]


def opponent(rules: Rules[Any, Any, Any], tier: str, *, key: bytes = b"playfunc opponents") -> FunctionPlayer:
    """The opponent of this name for the game, as a player (in a browser it may be a lighter one: `Baseline.light`).

    `key` is what its randomness is drawn from, with the position (see `playfunc.player.seeded_random`).
    Raises `ValueError` for a name that is not among `opponents_at` this table.
    """
    baselines = {baseline.name: baseline for baseline in ladder(rules.name).at(rules.seats)}
    if tier not in baselines:
        raise ValueError(f"no opponent {tier!r} for {rules.name}; known: {', '.join(baselines) or 'none'}")
    baseline = baselines[tier].here(rules.seats)
    module = resolve(baseline.module)
    return FunctionPlayer(
        {name: getattr(module, name) for name in rules.functions}, rules, name=baseline.name, key=key
    )
