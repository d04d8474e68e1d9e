"""Looking ahead, and what a game won is worth."""

from __future__ import annotations

import pytest
from playfunc.cards import WhistCard
from playfunc.games.skullwhist import score
from playfunc_opponents.skullwhist.advanced import standing
from playfunc_opponents.skullwhist.beliefs import expected_tricks
from playfunc_opponents.skullwhist.minmax import look_ahead
from playfunc_opponents.skullwhist.solver import (
    position_of,
)
from skullwhist_positions import hands, plain


def test_looking_ahead_to_the_end_is_exact(table):
    for seed in range(20):
        leader, other = hands(seed, 3)
        assert look_ahead(position_of(leader, other), 3) == 2 * plain(leader, other) - 3


def test_what_a_card_is_worth_adds_up():
    """Thirteen tricks are shared by two hands, so a hand of the deck is worth half of them on average."""
    assert expected_tricks(WhistCard.deck()) / 4 == pytest.approx(6.5, abs=0.35)


@pytest.mark.parametrize(("mine", "theirs", "tricks", "sign"), [(6, 5, 6, 1), (5, 6, 4, -1), (1, 2, 11, 0)])
def test_a_game_won_counts_most(mine, theirs, tricks, sign):
    margin = score(mine, tricks) - score(theirs, 13 - tricks)
    assert standing(mine, theirs, tricks) == pytest.approx(sign + 0.002 * margin)
