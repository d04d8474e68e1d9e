"""Where a player of Hearts takes its points: by trick, by hearts and the queen of spades, by moons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playfunc.cards import Card
from playfunc.games.hearts import MOON, QUEEN, trick_points, trick_winner
from playfunc.record import GameRecord

from playfunc_opponents.reviewer import LossProfile, Profile


def _count(records: Sequence[GameRecord]) -> dict[str, Any]:
    """Per hand: points by the number of the trick, points from hearts, how often the queen came home. `moons` counts
    all 26 points in one hand by the player, `moons_against` by the opponent."""
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


def _describe(profile: Profile) -> str:
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


def _parts(profile: Profile) -> dict[str, float]:
    return {f"trick {number}": points for number, points in enumerate(profile["by_trick"], 1)}


LOSSES = LossProfile("Points taken per hand in each trick", _count, _describe, _parts)
