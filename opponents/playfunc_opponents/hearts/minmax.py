"""minmax: looks a few cards ahead and expects the others to do their worst.

With two players all 52 cards are dealt, so a player that remembers what was played knows the other hand: the
search is exact as far as it looks. It looks to the end of the next trick, four cards ahead at most, with
alpha-beta. With four players the hidden hands are dealt at random once, in a way that fits what is known,
and the search goes to the end of the current trick, taking the three others as one adversary ("paranoid":
Sturtevant and Korf, On pruning techniques for multi-player games, AAAI 2000).
"""

from __future__ import annotations

import math

from playfunc.games.hearts.fast.bits import points, rank

from playfunc_opponents.hearts.beliefs import Situation, attentive, sample_hands
from playfunc_opponents.hearts.position import Position, estimate, position_of

TRICKS = {2: 2, 4: 1}
"""How many tricks the search looks at, the current one included, by the number of players."""


def safest(situation: Situation) -> int:
    """The card with the best worst case; of equals the highest, to be rid of it."""
    position = position_of(situation, sample_hands(situation))
    stop = situation.hand.bit_count() - TRICKS[situation.seats]
    best, card = math.inf, 0
    for choice in sorted(position.choices(), key=rank, reverse=True):
        cost = worst_case(position.play(choice), stop, -math.inf, best)
        if cost < best:
            best, card = cost, choice
    return card


play = attentive(safest)
"""The card with the best worst case."""


def worst_case(position: Position, stop: int, low: float, high: float) -> float:
    """What the hand costs me, seat 0, when I play my best and the others their worst.

    The search ends before the trick that would be led from hands of `stop` cards. Alpha-beta: the value is
    exact strictly between `low` and `high`, otherwise it is only a bound, on the same side as the truth.
    """
    if not position.trick and position.hands[0].bit_count() <= max(stop, 0):
        return estimate(position.taken, points(sum(position.hands)))
    if position.turn == 0:
        for card in position.choices():
            high = min(high, worst_case(position.play(card), stop, low, high))
            if high <= low:
                break
        return high
    for card in reversed(position.choices()):
        low = max(low, worst_case(position.play(card), stop, low, high))
        if low >= high:
            break
    return low
