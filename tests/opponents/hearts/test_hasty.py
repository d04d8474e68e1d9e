"""hasty: the card of minmax or of the rule of thumb, in the shares it says."""

import random

import pytest
from playfunc.duplicate import deal_rng
from playfunc.games.hearts import Hearts
from playfunc_opponents.hearts import hasty, heuristic, minmax


def test_it_looks_ahead_for_the_share_of_cards_it_says():
    """Over openings in which minmax and the rule of thumb play different cards."""
    rules = Hearts(2)
    looked = []
    for number in range(400):
        state = rules.deal(deal_rng("hasty", number))
        hand, trick = (
            state.hands[1 - state.turn],
            ((next(c for c in state.hands[state.turn] if c.text == "C2"), "ana"),),
        )
        searched, ruled = (each.play("you", hand, trick, None)[0] for each in (minmax, heuristic))
        if searched is not ruled:
            random.seed(number)
            card, _ = hasty.play("you", hand, trick, None)
            assert card in (searched, ruled)
            looked.append(card is searched)
    assert len(looked) >= 50
    assert sum(looked) / len(looked) == pytest.approx(hasty.LOOKS_AHEAD, abs=0.13)
