"""The units' assignments are marked by the same checks: small players with known verdicts."""

from __future__ import annotations

import pytest
from course_assignments import BLACKJACK, SKULLWHIST
from playfunc_checks.marking import points
from unit_players import verdicts

STANDS = """
from playfunc.games.blackjack import Stand

def play(player_id, hand, visible, stake, chips, previous):
    return Stand, None
"""


HIGHEST = """
def bid(player_id, opponent_id, hand):
    return 6, None

def play(player_id, hand, trick, bids, previous):
    follows = [card for card in hand if trick and card.suit is trick[0][0].suit]
    return (follows or hand)[-1], None
"""


@pytest.mark.parametrize(("source", "assignment"), [(STANDS, BLACKJACK), (HIGHEST, SKULLWHIST)])
def test_a_legal_player_passes_the_rules_and_meets_every_opponent(source, assignment):
    results = verdicts(source, assignment)
    assert results["rules"].ok
    assert results["purity"].ok
    for tier in assignment.tiers:
        assert results[f"beats-{tier}"].verdict.value in ("passed", "failed")
        assert "over 4 deals" in results[f"beats-{tier}"].got
    assert points(list(results.values()), assignment)["rules"] == 20
