"""The ways in which a dealer's hand can end."""

from fractions import Fraction

import pytest
from blackjack_hands import less
from playfunc_opponents.blackjack.dealer import ways_out
from playfunc_opponents.blackjack.expectation import DECK


@pytest.mark.parametrize("upcard", range(1, 11))
def test_the_ways_out_are_a_distribution(upcard):
    """With a full deck, the shares of all ways out add up to 1: none is missing, none counted twice."""
    ways = ways_out(upcard)
    begin, whole = 0, Fraction(0)
    for end, orders in zip(map(int, ways.ends), map(int, ways.orders), strict=True):
        share, counts, unseen = Fraction(orders), list(less(DECK, upcard)), 51
        for value in map(int, ways.cards[begin:end]):
            share *= Fraction(counts[value - 1], unseen)
            counts[value - 1] -= 1
            unseen -= 1
        whole += share
        begin = end
    assert whole == 1
