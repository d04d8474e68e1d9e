"""Playouts end in scores that add up."""

import random

from hearts_endings import on_bits, positions
from playfunc.games.hearts import DECK, points
from playfunc_opponents.hearts.playouts import playout

POINTED = [card for card in DECK if points(card) or card.rank > 9 or card.rank < 4]


ENDINGS = positions(1, DECK, 4, 150) + positions(2, POINTED, 4, 150)


def test_playouts_end_in_scores_that_add_up():
    random.seed(5)
    for position in ENDINGS[:100]:
        for noise in (0.0, 0.5, 1.0):
            assert sum(playout(on_bits(*position), noise)) == 26
