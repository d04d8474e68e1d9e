"""Where the hidden cards may lie: deals that fit what is known, each as likely as every other.

A world gives every hidden card to one of the other seats, every seat its number of cards, and no seat a card it
is known not to hold. With four players, worlds are counted suit by suit: `ways[s, a, b]` is the number of ways
to deal the suits from s on so that the first other seat gets a cards, the second b and the third the rest. All
counts are exact, at most 39! / 13!³ < 2⁵⁷. A world is then drawn suit by suit in proportion to these counts.
`add_scores` tries every card in such worlds.
"""

from __future__ import annotations

from typing import Any

from playfunc.compiled.luck import next_luck, word_of
from playfunc.compiled.native import compiled, i64, u64
from playfunc.compiled.words import index_of, popcount
from playfunc.games.hearts.fast.bits import HANDS, SEATS, SIZE, SUIT
from playfunc.games.hearts.fast.playouts import careful_playout, playout, split
from playfunc.games.hearts.fast.positions import play, scores

_SUITS, _SIZES = 4, 14
_BINOMIALS = (_SUITS + 1) * _SIZES * _SIZES
WAYS = _BINOMIALS + _SIZES * _SIZES
"""The size of the array that `count_worlds` fills: the counts, then n over k for n and k up to 13."""

_2 = u64(2)


@compiled
def _place(suit: int, first: int, second: int) -> int:
    return (suit * _SIZES + first) * _SIZES + second


@compiled
def _splits(ways: Any, cards: int, first: int, second: int) -> int:
    """In how many ways `cards` cards give `first` to one, `second` to another and the rest to a third."""
    return ways[_BINOMIALS + cards * _SIZES + first] * ways[_BINOMIALS + (cards - first) * _SIZES + second]


@compiled
def _pascal(ways: Any) -> None:
    for n in range(_SIZES):
        ways[_BINOMIALS + n * _SIZES] = 1
        for k in range(1, n + 1):
            above = _BINOMIALS + (n - 1) * _SIZES
            ways[_BINOMIALS + n * _SIZES + k] = ways[above + k - 1] + (ways[above + k] if k < n else 0)


@compiled
def count_worlds(unseen: int, rooms: Any, voids: Any, ways: Any) -> int:
    """How many worlds there are for the other three seats of a four-player hand; fills `ways` (all 0 before).

    `rooms[i]` cards are missing from the hand of the i-th seat after mine, and none of them is in `voids[i]`,
    whole suits as a set of cards.
    """
    _pascal(ways)
    ways[_place(_SUITS, 0, 0)] = 1
    later = 0  # how many cards the suits after this one have
    for suit in range(_SUITS - 1, -1, -1):
        here = SUIT << 13 * suit
        cards = popcount(unseen & here)
        most1 = 0 if voids[0] & here else cards
        most2 = 0 if voids[1] & here else cards
        for first in range(min(rooms[0], cards + later) + 1):
            for second in range(min(rooms[1], cards + later - first) + 1):
                if cards + later - first - second > rooms[2]:
                    continue
                total = 0
                for x in range(min(most1, first) + 1):
                    for y in range(min(most2, second, cards - x) + 1):
                        if x + y < cards and voids[2] & here:
                            continue
                        after = ways[_place(suit + 1, first - x, second - y)]
                        total += _splits(ways, cards, x, y) * after
                ways[_place(suit, first, second)] = total
        later += cards
    return ways[_place(0, rooms[0], rooms[1])]


@compiled
def _below(limit: int, luck: int) -> tuple[int, int]:
    """`(n, luck)`: a random number 0 ≤ n < limit < 2⁶², all equally likely."""
    fair = (1 << 62) // limit * limit
    luck = next_luck(luck)
    number = i64(word_of(luck) >> _2)
    while number >= fair:
        luck = next_luck(luck)
        number = i64(word_of(luck) >> _2)
    return number % limit, luck


@compiled
def draw_world(position: Any, unseen: int, rooms: Any, voids: Any, ways: Any, luck: int) -> int:
    """Write random hands of seats 1 … into `position`, one of the worlds that were counted; returns the luck. With
    two players all that is unseen is in the other hand."""
    if position[SEATS] == 2:
        position[HANDS + 1] = unseen
        return luck
    first, second = rooms[0], rooms[1]
    hand1 = hand2 = 0
    for suit in range(_SUITS):
        here = SUIT << 13 * suit
        cards = popcount(unseen & here)
        number, luck = _below(ways[_place(suit, first, second)], luck)
        x, y = _find_split(ways, suit, cards, first, second, voids, number)
        if x:
            chosen, luck = split(unseen & here, x, luck)
            hand1 |= chosen
        if y:
            chosen, luck = split(unseen & here & ~hand1, y, luck)
            hand2 |= chosen
        first -= x
        second -= y
    position[HANDS + 1], position[HANDS + 2] = hand1, hand2
    position[HANDS + 3] = unseen & ~hand1 & ~hand2
    return luck


@compiled
def _find_split(
    ways: Any, suit: int, cards: int, first: int, second: int, voids: Any, number: int
) -> tuple[int, int]:
    """How many cards of the suit the first two seats get in the world with this number among those left."""
    here = SUIT << 13 * suit
    for x in range(min(0 if voids[0] & here else cards, first) + 1):
        for y in range(min(0 if voids[1] & here else cards, second, cards - x) + 1):
            if x + y < cards and voids[2] & here:
                continue
            number -= _splits(ways, cards, x, y) * ways[_place(suit + 1, first - x, second - y)]
            if number < 0:
                return x, y
    return -1, -1  # never: the numbers add up


CERTAIN = 2**32
"""The chance 1, as `careful_playout` counts chances."""


@compiled
def add_scores(
    position: Any,
    unseen: int,
    rooms: Any,
    voids: Any,
    ways: Any,
    candidates: int,
    iterations: int,
    careless: int,
    luck: int,
    scratch: Any,
    totals: Any,
) -> int:
    """In each of `iterations` random worlds play each candidate card, then a playout; returns the luck.

    `position` is seat 0's, to move, with its own hand; the others' are drawn. `totals[card.index]` grows by
    what seat 0 scores. `scratch` is another position.
    """
    for _ in range(iterations):
        luck = draw_world(position, unseen, rooms, voids, ways, luck)
        rest = candidates
        while rest:
            card = rest & -rest
            rest ^= card
            for place in range(SIZE):
                scratch[place] = position[place]
            play(scratch, card)
            luck = playout(scratch, luck) if careless == CERTAIN else careful_playout(scratch, careless, luck)
            totals[index_of(card)] += scores(scratch, 0)
    return luck
