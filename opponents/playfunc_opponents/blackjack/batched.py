"""`expectation.hit_and_double` where numba is not installed and numpy is: the same numbers, bit by bit, much sooner.

The chances to win of all hands that can come are computed together, in arrays of hands by ways out. Every product and
sum has its factors and terms in the order of the plain loop, so that players make the same moves either way.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from numpy import array, cumsum, maximum, newaxis, repeat

from playfunc_opponents.blackjack.dealer import ways_out

BEST = 21
CERTAIN = 11
"""Up to here no card can do harm, so nobody stands."""
LOWEST = 17
"""The lowest score of a dealer that is not bust; to have less is worth as much, for ties lose."""

Hand = tuple[int, int, int, tuple[int, ...]]
"""A hand that can come: its points, what its cards add up to with aces as 1, how many aces there are, and the unseen
cards that are left, by value 1 … 10."""


class Stages(NamedTuple):
    """The ways out below a score, their cards one after the other: `places[i]` are the ways that have a card number i,
    `cards[i]` its value less 1, `runs[i]` how many of that value came before it. `orders` belongs to each way."""

    orders: Any
    places: tuple[Any, ...]
    cards: tuple[Any, ...]
    runs: tuple[Any, ...]


@lru_cache(maxsize=60)
def stages(upcard: int, score: int) -> Stages:
    """The ways out from this upcard whose score is below `score`, in the order of `dealer.ways_out`."""
    ways = ways_out(upcard)
    begins = [0, *ways.ends][:-1]
    hands = [
        (orders, [int(card) for card in ways.cards[begin:end]])
        for begin, end, orders, points in zip(begins, ways.ends, ways.orders, ways.scores, strict=True)
        if points < score
    ]
    longest = max((len(cards) for _, cards in hands), default=0)
    places = [[way for way, (_, cards) in enumerate(hands) if len(cards) > at] for at in range(longest)]
    return Stages(
        array([orders for orders, _ in hands], dtype=float),
        tuple(array(each) for each in places),
        tuple(array([hands[way][1][at] - 1 for way in each]) for at, each in enumerate(places)),
        tuple(
            array([hands[way][1][:at].count(hands[way][1][at]) for way in each])
            for at, each in enumerate(places)
        ),
    )


def chances_to_win(score: int, upcard: int, counts: Any) -> list[float]:
    """As `expectation.chance_to_win`, for each row of `counts`: unseen cards by value, shape (hands, 10)."""
    ways = stages(upcard, score)
    if not len(ways.orders):
        return [0.0] * len(counts)
    unseen = counts.sum(axis=1, keepdims=True)
    shares = repeat(ways.orders[newaxis, :], len(counts), axis=0)
    for at, (places, cards, runs) in enumerate(zip(ways.places, ways.cards, ways.runs, strict=True)):
        # A way longer than the shoe has a factor of 0 already, whatever it is divided by.
        shares[:, places] *= (counts[:, cards] - runs) / maximum(unseen - at, 1)
    # `cumsum` adds one after the other, where `sum` would add in pairs and round otherwise.
    return [float(chance) for chance in cumsum(shares, axis=1)[:, -1]]


def hit_and_double(
    low: int, aces: int, counts: Sequence[int], purse: tuple[float, float, float], upcard: int
) -> tuple[float, float]:
    """The worth of taking a card and playing on, and of doubling: as `expectation.hit_and_double`."""
    hands = _hands(low, aces, tuple(counts))
    chances = _chances(hands, upcard)
    stake, chips, share = purse
    worths: dict[int, float] = {}
    for key, (points, _, _, left) in reversed(hands.items()):
        best = -1e18
        if points > CERTAIN:
            advantage = 2.0 * chances[key] - 1.0
            best = (stake + share * chips * max(advantage, 0.0)) * advantage
        if points < BEST:
            best = max(best, _hit(key, left, stake, worths))
        worths[key] = best
    double, unseen = 0.0, sum(counts)
    for value, count in enumerate(counts, 1):
        if count:
            double += count / unseen * 2.0 * stake * (2.0 * chances.get(1 << 4 * (value - 1), 0.0) - 1.0)
    return _hit(0, counts, stake, worths), double


def _hit(key: int, left: Sequence[int], stake: float, worths: dict[int, float]) -> float:
    """The worth of a card more, whatever it is: too many points lose the stake."""
    hit, unseen = 0.0, sum(left)
    for value, count in enumerate(left, 1):
        if count:
            hit += count / unseen * worths.get(key + (1 << 4 * (value - 1)), -stake)
    return hit


def _hands(low: int, aces: int, counts: tuple[int, ...]) -> dict[int, Hand]:
    """The hands that can come, by the cards drawn on the way, four bits a value. A hand comes after all from which it
    is drawn."""
    found: dict[int, Hand] = {}
    latest: dict[int, Hand] = {0: (0, low, aces, counts)}
    while latest:
        longer: dict[int, Hand] = {}
        for key, (_, total, with_aces, left) in latest.items():
            for value, count in enumerate(left[: BEST - total], 1):
                drawn = key + (1 << 4 * (value - 1))
                if count and drawn not in longer:
                    longer[drawn] = _drawn(value, total, with_aces, left)
        found.update(longer)
        latest = {key: hand for key, hand in longer.items() if hand[0] < BEST}
    return found


def _drawn(value: int, total: int, aces: int, left: tuple[int, ...]) -> Hand:
    total, aces = total + value, aces + (value == 1)
    points = total + 10 if aces and total + 10 <= BEST else total
    return points, total, aces, (*left[: value - 1], left[value - 1] - 1, *left[value:])


def _chances(hands: dict[int, Hand], upcard: int) -> dict[int, float]:
    """The chance to win of every hand, by standing on it."""
    by_score: dict[int, list[int]] = {}
    for key, hand in hands.items():
        by_score.setdefault(max(hand[0], LOWEST), []).append(key)
    found: dict[int, float] = {}
    for score, keys in by_score.items():
        counts = array([hands[key][3] for key in keys])
        found.update(zip(keys, chances_to_win(score, upcard, counts), strict=True))
    return found
