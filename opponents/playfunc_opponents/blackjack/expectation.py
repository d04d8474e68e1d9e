"""What standing, hitting and doubling are worth in chips, given the cards not seen yet.

Exact are: the player's own draws, each followed by its best continuation; the dealer's hole card and draws; and
the rules that ties lose and that a bust dealer scores 0. All cards not seen are taken as one shuffled pool.
That pool is what the player will draw from, and the dealer after it, however many cards other seats take in
between: which of the unseen cards those are is as unknown as before, so the distribution stays the same as long
as the shoe lasts. Approximated are two things. A shoe of fewer than `SHORT` unseen cards is mixed with a fresh
deck at once, where in truth its last cards come first. And what a raise may bring later in the same hand is put
into the value of standing as a share of the chips (`Purse.share`), where the player may raise at any move:
waiting for the last move loses nothing, for a raise costs the same then and more is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from types import ModuleType
from typing import Any, NamedTuple

from playfunc.compiled.native import NATIVE, compiled, zeros
from playfunc.games.blackjack import HIDDEN, VALUES

from playfunc_opponents.blackjack.dealer import ways_out

batched: ModuleType | None = None
"""The same in arrays: sooner than a loop where nothing is compiled."""
if NATIVE:
    import numpy
else:
    with suppress(ImportError):  # numpy is missing as well
        from playfunc_opponents.blackjack import batched

DECK = (4, 4, 4, 4, 4, 4, 4, 4, 4, 16)
"""How many cards of a deck count 1 (aces), 2 … 9, and 10."""

SHORT = 14

BEST = 21
SLOTS = 4093
"""The number of hands in the table: a prime, so that keys spread. No hand leads to half of that number."""

START = 1 << 40
NEVER = -1e18


class Purse(NamedTuple):
    """What can be won: the stake, the chips left, and the share of the chips that is added to the stake when
    standing, for each unit of advantage (0: never raise; 1: as much as the advantage, Kelly's rule)."""

    stake: float
    chips: float = 0.0
    share: float = 0.0


class Worth(NamedTuple):
    """Expected chips won by each move, and the chance to win by standing."""

    stand: float
    hit: float
    double: float
    chance: float


@compiled
def chance_to_win(score: int, counts: Any, ends: Any, cards: Any, orders: Any, scores: Any) -> float:
    """The chance that the dealer's score is below `score`; `counts` are the unseen cards by value 1 … 10."""
    unseen = 0
    for value in range(10):
        unseen += counts[value]
    chance, begin = 0.0, 0
    for way in range(len(ends)):
        end = ends[way]
        if scores[way] < score:
            share, run = 1.0 * orders[way], 0
            for at in range(begin, end):
                run = run + 1 if at > begin and cards[at] == cards[at - 1] else 0
                share *= (counts[cards[at] - 1] - run) / (unseen - (at - begin))
                if share <= 0.0:
                    break
            if share > 0.0:
                chance += share
        begin = end
    return chance


@compiled
def best_total(low: int, aces: int) -> int:
    """What a hand counts whose cards add up to `low` with aces as 1."""
    return low + 10 if aces and low + 10 <= BEST else low


@compiled
def value_of_standing(chance: float, stake: float, chips: float, share: float) -> float:
    """Expected chips won by standing, with the raise that the advantage deserves."""
    advantage = 2.0 * chance - 1.0
    return (stake + share * chips * max(advantage, 0.0)) * advantage


@compiled
def continued(
    low: int, aces: int, key: int, counts: Any, purse: Any, ways: Any, known: Any, worths: Any
) -> float:
    """The worth of a hand if it is played on in the best way; `key` tells which cards were drawn on the way. `counts`
    is changed and restored. `known` and `worths` remember hands, for their order does not matter."""
    points = best_total(low, aces)
    if points > BEST:
        return -purse[0]
    slot = key % SLOTS
    while known[slot] != 0 and known[slot] != key:
        slot = (slot + 1) % SLOTS
    if known[slot] == key:
        return worths[slot]
    best = NEVER
    if points > 11:  # below, no card can do harm
        chance = chance_to_win(points, counts, ways[0], ways[1], ways[2], ways[3])
        best = value_of_standing(chance, purse[0], purse[1], purse[2])
    if points < BEST:
        unseen = 0
        for value in range(10):
            unseen += counts[value]
        hit = 0.0
        for value in range(1, 11):
            count = counts[value - 1]
            if count:
                counts[value - 1] = count - 1
                after = continued(
                    low + value,
                    aces + (value == 1),
                    key + (1 << 4 * (value - 1)),
                    counts,
                    purse,
                    ways,
                    known,
                    worths,
                )
                counts[value - 1] = count
                hit += count / unseen * after
        best = max(best, hit)
    while known[slot] != 0:  # hands found on the way may have taken the place
        slot = (slot + 1) % SLOTS
    known[slot], worths[slot] = key, best
    return best


@compiled
def hit_and_double(
    low: int, aces: int, counts: Any, purse: Any, ways: Any, known: Any, worths: Any
) -> tuple[float, float]:
    """The worth of taking a card and playing on, and of doubling: twice the stake on exactly one card more."""
    for slot in range(SLOTS):
        known[slot] = 0
    unseen = 0
    for value in range(10):
        unseen += counts[value]
    hit, double = 0.0, 0.0
    for value in range(1, 11):
        count = counts[value - 1]
        if count:
            counts[value - 1] = count - 1
            key = START + (1 << 4 * (value - 1))
            points = best_total(low + value, aces + (value == 1))
            chance = 0.0
            if points <= BEST:
                chance = chance_to_win(points, counts, ways[0], ways[1], ways[2], ways[3])
            double += count / unseen * 2.0 * purse[0] * (2.0 * chance - 1.0)
            hit += (
                count
                / unseen
                * continued(low + value, aces + (value == 1), key, counts, purse, ways, known, worths)
            )
            counts[value - 1] = count
    return hit, double


@lru_cache(maxsize=1)
def _room() -> tuple[Any, Any]:
    return zeros(SLOTS), numpy.zeros(SLOTS) if NATIVE else [0.0] * SLOTS


def worth(hand: Sequence[str], upcard: str, counts: Sequence[int], purse: Purse) -> Worth:
    """What each move is worth with this hand against this upcard; cards are one letter each. `counts` are the unseen
    cards by value, 1 … 10, the dealer's hole card among them."""
    ways = ways_out(VALUES[upcard])
    unseen = zeros(10)
    for place, count in enumerate(counts):
        unseen[place] = count
    low, aces = sum(VALUES[face] for face in hand), sum(face == "A" for face in hand)
    floats = tuple(map(float, purse))
    if batched:
        hit, double = batched.hit_and_double(low, aces, counts, floats, VALUES[upcard])
    else:
        hit, double = hit_and_double(low, aces, unseen, floats, tuple(ways), *_room())
    points = best_total(low, aces)
    chance = float(chance_to_win(points if points <= BEST else 0, unseen, *ways))
    stand = value_of_standing(chance, *floats)
    return Worth(float(stand), float(hit), float(double), chance)


def pool(dealt: Sequence[str]) -> tuple[int, ...]:
    """The unseen cards by value when these have been dealt since a deck was opened; `#` is not seen. Fewer than
    `SHORT` are mixed with a fresh deck."""
    counts = list(DECK)
    for face in dealt:
        if face != HIDDEN:
            counts[VALUES[face] - 1] -= 1
    if sum(counts) < SHORT:
        counts = [count + more for count, more in zip(counts, DECK, strict=True)]
    return tuple(max(count, 0) for count in counts)
