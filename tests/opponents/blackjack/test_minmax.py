"""`minmax` plays what every table says, and pays for what it doubles."""

from __future__ import annotations

import pytest
from playfunc.games.blackjack import Double, Hit, Stand
from playfunc_opponents.blackjack import minmax


@pytest.mark.parametrize(
    ("hand", "visible", "move"),
    [
        ("T2", "T#T2", Hit),
        ("T6", "T#T6", Stand),
        ("T7", "6#T7", Stand),
        ("56", "6#56", Double),
        ("T9", "5#T9", Stand),
    ],
)
def test_minmax_plays_what_every_table_says(hand, visible, move):
    """Mostly what is played everywhere; but 16 stands against a ten, for here a tie loses."""
    assert minmax.play("x", tuple(hand), tuple(visible), 10, 100, None) == (move, None)


def test_minmax_doubles_only_what_it_can_pay():
    assert minmax.play("x", ("5", "6"), tuple("6#56"), 10, 9, None)[0] == Hit
