"""FootSteps' opponents: the solved board against published values and independent arithmetic."""

from __future__ import annotations

import random

import pytest
from playfunc.games.footsteps import FootSteps
from playfunc.match import Table, play_games
from playfunc_opponents import LADDERS, opponent


@pytest.mark.parametrize("tier", LADDERS["footsteps"].tiers)
@pytest.mark.parametrize("rules", [FootSteps(), FootSteps(21, 3000)], ids=str)
def test_opponents_play_legal_games(tier, rules):
    player = opponent(rules, tier)
    other = opponent(rules, "basic", key=b"other")
    tables = [
        Table(rules.deal(random.Random(1)), (player, other)),
        Table(rules.deal(random.Random(1)), (other, player)),
    ]
    for record in play_games(rules, tables):
        assert not record.faults
    assert play_games(rules, tables) == play_games(rules, tables)
