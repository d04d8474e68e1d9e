"""`minmax` is exact at the end."""

import math

from hearts_endings import on_bits, plain, positions
from playfunc.games.hearts import DECK, points
from playfunc_opponents.hearts.minmax import worst_case

POINTED = [card for card in DECK if points(card) or card.rank > 9 or card.rank < 4]


def test_minmax_is_exact_at_the_end():
    for position in positions(4, POINTED, 2, 200):
        assert worst_case(on_bits(*position), 0, -math.inf, math.inf) == plain(*position)
