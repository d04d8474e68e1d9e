"""Groups of equal cards are those of the readable code."""

import random

from playfunc.compiled.native import zeros
from playfunc_opponents.hearts.bits import ALL, distinct, rank, singles
from playfunc_opponents.hearts.fast import groups


def test_groups_are_those_of_the_readable_code():
    rng = random.Random(1)
    for _ in range(300):
        cards = rng.sample(singles(ALL), rng.randint(2, 30))
        mine, others = sum(cards[::2]), sum(cards[1::2])
        assert groups.distinct(mine, others) == sum(distinct(mine, mine | others))
        order = zeros(27)
        assert groups.by_rank(mine, order) == len(cards[::2])
        placed = [int(card) for card in order if card]
        assert sorted(placed) == sorted(cards[::2])
        assert [rank(card) for card in placed] == sorted(map(rank, placed), reverse=True)
