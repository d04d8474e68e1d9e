"""Shares of a win with both hands open, against plain minimax."""

from __future__ import annotations

import pytest
from playfunc_opponents.skullwhist.shares import card_shares, open_tricks, share
from skullwhist_positions import hands, plain, plain_lead, plain_trick


@pytest.mark.parametrize(
    ("mine", "theirs", "tricks", "total", "found"),
    [(5, 8, 5, 13, 0.5), (5, 8, 6, 13, 1), (5, 8, 4, 13, 0), (13, 13, 6, 13, 0.5), (9, 6, 8, 13, 0.0)],
)
def test_who_wins_by_the_scores(mine, theirs, tricks, total, found):
    """50 to 80, 51 to -80, -50 to 81, both fail alike, -90 to -60."""
    expected = {(5, 8, 5, 13): 0.0}.get((mine, theirs, tricks, total), found)
    assert share(mine, theirs, tricks, total) == expected


@pytest.mark.parametrize("size", range(1, 6))
def test_cards_are_worth_what_plain_minimax_says(size):
    for seed in range(30):
        leader, other = hands(seed, size)
        assert open_tricks(leader, other) == plain(leader, other)
        shares = [share(1 + seed % 4, 1 + seed % 3, won, size) for won in range(size + 1)]
        expected = [shares[plain_lead(leader, other, lead)] for lead in leader]
        assert card_shares(leader, other, None, leader, shares) == expected
        for lead in leader:
            replies = [card for card in other if card // 13 == lead // 13] or list(other)
            won = [size - plain_trick(leader, other, lead, reply) for reply in replies]
            assert card_shares(other, leader, lead, replies, shares) == [shares[tricks] for tricks in won]
