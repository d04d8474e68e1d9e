"""deepening: the search of advanced with fewer positions."""

import pytest
from playfunc.duplicate import deal_rng
from playfunc.games.hearts import Hearts
from playfunc_opponents.hearts import advanced, deepening
from playfunc_opponents.hearts.fast import alphabeta


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
