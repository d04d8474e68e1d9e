"""BlackJack's opponents: expectations against plain enumeration card by card, in exact fractions."""

from __future__ import annotations

import pytest
from playfunc.duplicate import deal_rng, rotations
from playfunc.games.blackjack import BlackJack
from playfunc.match import play_games
from playfunc_opponents import LADDERS, opponent


@pytest.mark.parametrize("tier", LADDERS["blackjack"].tiers)
def test_opponents_play_legal_runs_the_same_every_time(tier):
    rules = BlackJack(seats=2, rounds=2)
    players = (opponent(rules, tier), opponent(rules, "basic", key=b"other"))
    tables = [t for n in range(2) for t in rotations(rules, rules.deal(deal_rng("t", n)), players)]
    records = play_games(rules, tables)
    assert not any(record.faults for record in records)
    assert play_games(rules, tables) == records
