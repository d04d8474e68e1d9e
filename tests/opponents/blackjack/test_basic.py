"""`basic` plays as the dealer does."""

from __future__ import annotations

from playfunc.games.blackjack import Hit, Stand
from playfunc_opponents.blackjack import basic


def test_basic_is_the_dealer():
    assert basic.play("x", ("T", "6"), ("2", "#"), 10, 100, None)[0] == Hit
    assert basic.play("x", ("A", "6"), ("2", "#"), 10, 100, None)[0] == Stand
