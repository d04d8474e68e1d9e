"""Where a player loses, counted from records of duplicate games: facts for people, from which no mark follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from playfunc.record import GameRecord

__all__ = ["LossProfile", "Profile"]

Profile = Mapping[str, Any]
"""What is stored: JSON values by name, as the game's `LossProfile` counts and reads them."""


@dataclass(frozen=True, slots=True)
class LossProfile:
    """How a game counts where a player loses, and how that is shown.

    `count` gets records, not empty, in which the player sits at 0 in even and at 1 in odd ones. `told` describes a
    profile in words. `parts` are its numbers for a chart by what they are of (`trick 1`), and `title` heads that chart.
    """

    title: str
    count: Callable[[Sequence[GameRecord]], Profile]
    told: Callable[[Profile], str]
    parts: Callable[[Profile], Mapping[str, float]]
