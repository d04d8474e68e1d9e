"""SkullWhist's opponents: the solver against plain minimax, beliefs against a game looked at from above."""

from __future__ import annotations

import pytest
from playfunc.duplicate import deal_rng, rotations
from playfunc.games.skullwhist import SkullWhist
from playfunc.match import play_games
from playfunc_opponents import LADDERS, opponent

RULES = SkullWhist()


@pytest.mark.parametrize("tier", LADDERS["skullwhist"].tiers)
def test_opponents_play_legal_games_the_same_every_time(tier):
    player, other = opponent(RULES, tier), opponent(RULES, "basic", key=b"other")
    tables = [t for n in range(3) for t in rotations(RULES, RULES.deal(deal_rng("t", n)), (player, other))]
    records = play_games(RULES, tables)
    assert not any(record.faults for record in records)
    assert play_games(RULES, tables) == records
