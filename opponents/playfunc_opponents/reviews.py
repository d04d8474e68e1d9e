"""What the reviewers and loss profiles of the ladders find in records; nothing for games that have none."""

from __future__ import annotations

from collections.abc import Sequence

from playfunc.costs import CostlyMove
from playfunc.games import GAMES
from playfunc.record import GameRecord
from playfunc.rules import Seat

from playfunc_opponents import ladder
from playfunc_opponents.reviewer import LossProfile, Profile

REVIEWED = 2
"""Games reviewed for every costly move that is asked for, those first that went worst."""


def costliest(records: Sequence[GameRecord], count: int) -> list[CostlyMove]:
    """The `count` costliest moves of the player that sits at 0 in even and at 1 in odd records. No two are from the
    same game. Empty for a game without a reviewer."""
    reviewer = ladder(records[0].game).load_reviewer() if records else None
    if reviewer is None:
        return []
    games = [(record, place % 2) for place, record in enumerate(records) if not record.faults]
    games = sorted(games, key=lambda game: _margin(*game))[: REVIEWED * count]
    found = [cost for record, seat in games for cost in reviewer.worst(reviewer.review(record), seat, 1)]
    return sorted(found, key=lambda cost: -cost.lost)[:count]


def _margin(record: GameRecord, seat: Seat) -> float:
    """By how much the seat did better than the others did on average."""
    scores = record.scores or ()
    rest = [score for place, score in enumerate(scores) if place != seat]
    margin = scores[seat] - sum(rest) / len(rest) if rest else 0.0
    return GAMES[record.game].sign * margin


def profile_of(game: str) -> LossProfile | None:
    """The game's loss profile, if it has one."""
    return ladder(game).load_losses()


def losses_of(records: Sequence[GameRecord]) -> Profile:
    """Where the player that sits at 0 in even and at 1 in odd records lost; empty where the game has no profile."""
    profile = profile_of(records[0].game) if records else None
    return profile.count(records) if profile else {}


def describe_losses(game: str, losses: Profile) -> str:
    """What `losses_of` found, in words; empty where there is nothing."""
    profile = profile_of(game)
    return profile.describe(losses) if profile and losses else ""
