"""What cards count."""

from __future__ import annotations

import pytest
from playfunc.games.blackjack import (
    hand_score,
    total,
)


@pytest.mark.parametrize(
    ("cards", "points", "counts"),
    [
        ("KJA", 21, 21),
        ("AA", 12, 12),
        ("AAA9", 12, 12),
        ("A9", 20, 20),
        ("A9A", 21, 21),
        ("TQ2", 22, 0),
        ("TJQK", 40, 0),
        ("A6", 17, 17),
        ("23456", 20, 20),
        ("A5T", 16, 16),
    ],
)
def test_what_cards_count(cards, points, counts):
    assert total(cards) == points
    assert hand_score(cards) == counts
