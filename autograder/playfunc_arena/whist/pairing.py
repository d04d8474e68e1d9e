"""Waiting bots → pairs."""

from __future__ import annotations

import random
from collections.abc import Collection


def pairs(waiting: Collection[int], source: random.Random) -> list[tuple[int, int]]:
    """As many pairs as there can be, all equally likely, also in their order; one of an odd number waits on."""
    mixed = list(waiting)
    source.shuffle(mixed)
    return list(zip(mixed[::2], mixed[1::2], strict=False))
