"""`advanced` wins against `basic`."""

from __future__ import annotations

from playfunc.duplicate import deal_rng, rotations
from playfunc.games.skullwhist import SkullWhist
from playfunc.match import play_games
from playfunc_opponents import opponent

RULES = SkullWhist()


def test_advanced_wins_against_basic():
    player, other = opponent(RULES, "advanced"), opponent(RULES, "basic", key=b"other")
    tables = [t for n in range(7) for t in rotations(RULES, RULES.deal(deal_rng("a", n)), (player, other))]
    records = play_games(RULES, tables)
    wins = sum((r.scores[n % 2] > r.scores[1 - n % 2]) for n, r in enumerate(records))
    assert wins >= 10
