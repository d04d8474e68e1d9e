"""Opponents between the tiers: hasty, deepening, and advanced at any position."""

import random

import pytest
from playfunc.games.hearts import Hearts
from playfunc.measure import deal_rng
from playfunc_opponents import opponent
from playfunc_opponents.hearts import advanced, deepening, hasty, heuristic, minmax
from playfunc_opponents.hearts.fast import alphabeta


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


# deepening: the search of advanced with fewer positions.
@pytest.mark.parametrize(("player", "most"), [(deepening, 20), (advanced, 300)])
def test_it_looks_at_no_more_positions_than_it_says(player, most, monkeypatch):
    asked = []
    best_card = alphabeta.best_card
    monkeypatch.setattr(alphabeta, "best_card", lambda *told: asked.append(told[-1]) or best_card(*told))
    rules = Hearts(2)
    state = rules.deal(deal_rng("deepening", 1))
    card, _ = player.play("you", state.hands[state.turn], (), None)
    assert card.text == "C2"
    assert asked == [most] == [player.NODES]


# `advanced` bears any position.
@pytest.mark.parametrize("seats", [2, 4])
def test_advanced_bears_any_position(seats):
    """Every situation of random games is answered with a legal card; the runner would say otherwise."""
    from playfunc.match import play_game

    rules = Hearts(seats)
    players = (opponent(rules, "advanced"), *(opponent(rules, "basic"),) * (seats - 1))
    assert play_game(rules, rules.deal(deal_rng("bears", seats)), players).scores
