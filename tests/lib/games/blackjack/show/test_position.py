"""A position of BlackJack as a picture without a script, and as text."""

import random

from playfunc.games.blackjack import BlackJack
from playfunc.games.blackjack.show import FACE


def test_a_position_shows_what_one_player_sees():
    rules = BlackJack()
    state = rules.deal(random.Random(4))
    shown = FACE.position(rules, state, 1, ("Ann", "<Bo>"))
    assert str(shown) == (
        "Round 1, hand 1\n  dealer: A # (soft 11, second card face down)\n  <Bo>: T 4 (14)\n"
        "  all players' cards: Q T 9 4\n  stake 10, 190 chips left"
    )
    html = shown._repr_html_()
    assert "<script" not in html
    assert "<Bo>" not in html
    assert 'aria-label="ace"' in html
    assert 'aria-label="a card face down"' in html
