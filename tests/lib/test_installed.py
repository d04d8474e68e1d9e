"""The games that are installed, by name."""

from __future__ import annotations

import pytest
from playfunc.installed import game, rules_for


def test_an_unknown_game_and_a_wrong_table_are_refused_in_a_sentence():
    with pytest.raises(ValueError, match="there is no game 'chess'; known are blackjack, footsteps"):
        game("chess")
    with pytest.raises(ValueError, match="FootSteps is played by 2, and 3 were named"):
        rules_for("footsteps", 3)
    with pytest.raises(ValueError, match="Hearts is played by 2 or 4, not 3"):
        rules_for("hearts", 3)
