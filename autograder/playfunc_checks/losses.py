"""Where a player loses its points, counted from records of duplicate games. Facts for people; no mark follows.

A game without an entry in `PROFILES` has no such profile, and whatever shows it shows nothing then.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from playfunc.cards import Card
from playfunc.games.hearts import MOON, trick_points, trick_winner
from playfunc.record import GameRecord

__all__ = ["losses_told", "loss_profile"]

QUEEN = Card("SQ")


def loss_profile(records: Sequence[GameRecord]) -> dict[str, Any]:
    """Where the player that sits at 0 in even and at 1 in odd records lost, as JSON values; or nothing."""
    profile = PROFILES.get(records[0].game) if records else None
    return profile(records) if profile else {}


def _hearts(records: Sequence[GameRecord]) -> dict[str, Any]:
    """Per hand: points by the number of the trick, points from hearts, how often the queen came home.

    `moons` counts all 26 points in one hand by the player, `moons_against` by the opponent.
    """
    tricks = [0.0] * (52 // len(records[0].players))
    queens = hearts = moons = against = 0
    for place, record in enumerate(records):
        seat = place % 2
        mine = 0
        taken = 0
        for number, trick in enumerate(_tricks(record)):
            cost = trick_points(trick)
            taken += cost
            if trick_winner(trick) == seat:
                tricks[number] += cost
                mine += cost
                queen = any(card == QUEEN for card, _ in trick)
                queens += queen
                hearts += cost - (MOON // 2) * queen
        moons += mine == MOON
        against += taken == MOON and mine == 0
    count = len(records)
    return {
        "by_trick": [round(points / count, 3) for points in tricks],
        "queen": round(queens / count, 3),
        "hearts": round(hearts / count, 2),
        "moons": moons,
        "moons_against": against,
        "hands": count,
    }


def _tricks(record: GameRecord) -> list[list[tuple[Card, int]]]:
    """The complete tricks of a hand, in order."""
    plays = [(Card(move.move), move.seat) for move in record.moves]
    size = len(record.players)
    return [plays[at : at + size] for at in range(0, len(plays) - size + 1, size)]


PROFILES: Mapping[str, Callable[[Sequence[GameRecord]], dict[str, Any]]] = {"hearts": _hearts}
"""By the name of the game."""


def losses_told(profile: Mapping[str, Any]) -> str:
    """The profile in words; empty where there is none."""
    if not profile:
        return ""
    by_trick = profile["by_trick"]
    third = max(1, round(len(by_trick) / 3))
    parts = [sum(by_trick[start : start + third]) for start in (0, third)]
    parts.append(sum(by_trick) - sum(parts))
    return (
        f"{sum(by_trick):.1f} points taken a hand: {parts[0]:.1f} in tricks 1 to {third}, {parts[1]:.1f} in "
        f"{third + 1} to {2 * third}, {parts[2]:.1f} later; the queen of spades in {profile['queen']:.0%} of hands, "
        f"{profile['hearts']:.1f} hearts a hand; moons: {profile['moons']} of its own, "
        f"{profile['moons_against']} against it"
    )
