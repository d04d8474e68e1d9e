"""What lasts longer than a deal, as each game has it: Hearts to 100 points, a run of BlackJack, and so on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from playfunc.installed import game_of
from playfunc.player import Player
from playfunc.record import FaultPolicy, GameRecord
from playfunc.references import resolve
from playfunc.rules import Rules

__all__ = ["Series", "highest_total", "play_series"]


@dataclass(frozen=True, slots=True)
class Series:
    """What was played: the hands or games in order, the totals per seat after them, and who won (`None` if a fault
    stopped it, or nobody did)."""

    hands: tuple[GameRecord, ...]
    totals: tuple[float, ...]
    winner: int | None


def play_series(
    rules: Rules[Any, Any, Any], players: Sequence[Player], seed: int | str, policy: FaultPolicy = "stop"
) -> Series:
    """The series of a game. Raises `ValueError` if the game has no series."""
    reference = game_of(rules).series
    if not reference:
        raise ValueError(f"{rules.name} has no series: each of its games counts separately")
    series: Series = resolve(reference)(rules, players, seed, policy)
    return series


def highest_total(records: tuple[GameRecord, ...], totals: tuple[float, ...]) -> Series:
    """The series whose winner is the only seat with the highest total; it has no winner after a tie or a fault."""
    best = max(totals)
    alone = totals.count(best) == 1 and records[-1].scores is not None
    return Series(records, totals, totals.index(best) if alone else None)
