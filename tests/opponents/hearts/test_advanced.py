"""`advanced` bears any position."""

import pytest
from playfunc.duplicate import deal_rng
from playfunc.games.hearts import Hearts
from playfunc_opponents import opponent


@pytest.mark.parametrize("seats", [2, 4])
def test_advanced_bears_any_position(seats):
    """Every situation of random games is answered with a legal card; the runner would say otherwise."""
    from playfunc.match import play_game

    rules = Hearts(seats)
    players = (opponent(rules, "advanced"), *(opponent(rules, "basic"),) * (seats - 1))
    assert play_game(rules, rules.deal(deal_rng("bears", seats)), players).scores
