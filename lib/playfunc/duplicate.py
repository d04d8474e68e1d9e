"""The same deals with seats rotated, so that the luck of the cards cancels.

Deals come from a keyed hash: without the key, nobody can predict a deal or find out whose deal it is.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from typing import Any

from playfunc.match import Table
from playfunc.player import Player
from playfunc.rules import Rules

__all__ = ["deal_rng", "drawn_ids", "rotations"]


def deal_rng(secret: str, *purpose: object) -> random.Random:
    """The generator for one deal: seeded by a hash of `purpose` (check, epoch, number …) under `secret`."""
    key = hashlib.blake2b(secret.encode(), digest_size=32).digest()
    text = "\x1f".join(map(str, purpose))
    return random.Random(
        int.from_bytes(hashlib.blake2b(text.encode(), key=key, digest_size=32).digest(), "big")
    )


def drawn_ids(rng: random.Random, seats: int) -> tuple[str, ...]:
    """Ids for the seats of one deal. They say nothing about who sits there: two players that know each other cannot
    find each other by them."""
    return tuple(f"p{number:06x}" for number in rng.sample(range(16**6), seats))


def rotations(rules: Rules[Any, Any, Any], state: Any, players: Sequence[Player]) -> list[Table]:
    """One table per seat: the same state, the players moved round by one each time.

    In table r, `players[i]` sits at seat (i + r) modulo the number of seats.
    """
    seats = rules.seats
    return [Table(state, tuple(players[(seat - r) % seats] for seat in range(seats))) for r in range(seats)]
