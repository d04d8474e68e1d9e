"""BlackJack's own text protocol, without any process."""

from __future__ import annotations

from playfunc.games.blackjack.program import PROGRAM
from playfunc.rules import Call


def test_a_position_is_five_words():
    call = Call("play", ("ann", ["A", "7"], ["9", "#", "A", "7"], 10, 190, None))
    assert PROGRAM.words(call) == ("18", "A7", "9#A7", "10", "190")
