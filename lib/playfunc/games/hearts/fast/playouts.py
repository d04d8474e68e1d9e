"""Random deals and playouts, which a search needs millions of times.

A playout plays the hand to its end, with uniformly random legal cards, or by a rule of thumb with occasional random
cards. The random numbers are those of `luck`, so that a playout is the same on every machine, with and
without numba.
"""

from __future__ import annotations

from typing import Any

from playfunc.compiled.luck import FRACTION, fraction, next_luck, word_of
from playfunc.compiled.native import compiled, i64, u64
from playfunc.compiled.words import nth, nth_of_many, popcount
from playfunc.games.hearts.fast import bits
from playfunc.games.hearts.fast.bits import (
    ALL,
    BEST,
    C2,
    HANDS,
    HEARTS,
    HOLDER,
    LED,
    PLAYED,
    POINTS,
    SEATS,
    SIZE,
    TABLE,
    TAKEN,
    TURN,
)
from playfunc.games.hearts.fast.positions import legal, legal_cards, play, points, suit_of

_12, _32, _FRACTION = u64(12), u64(32), u64(FRACTION)

thumb_rule = compiled(bits.thumb_rule)


@compiled
def split(cards: int, size: int, luck: int) -> tuple[int, int]:
    """`(subset, luck)`: a uniformly random subset of `size` cards of a set.

    Every card is taken at even chances, then random ones are given back, or more taken, until the size is
    right. All subsets of a size are equally likely at the start and stay so: the method treats all cards equally.
    """
    luck = next_luck(luck)
    chosen = i64(word_of(luck) >> _12) & cards
    held = popcount(chosen)
    while held > size:
        luck = next_luck(luck)
        chosen ^= nth_of_many(chosen, fraction(luck) * held >> 32)
        held -= 1
    left = popcount(cards) - held
    while held < size:
        luck = next_luck(luck)
        chosen |= nth_of_many(cards & ~chosen, fraction(luck) * left >> 32)
        held += 1
        left -= 1
    return chosen, luck


@compiled
def deal(position: Any, seats: int, luck: int) -> int:
    """All 52 cards dealt at random; the holder of C2 to move. The position is written over; returns the luck."""
    for place in range(SIZE):
        position[place] = 0
    position[SEATS] = seats
    half, luck = split(ALL, 26, luck)
    if seats == 2:
        position[HANDS], position[HANDS + 1] = half, ALL & ~half
    else:
        position[HANDS], luck = split(half, 13, luck)
        position[HANDS + 1] = half & ~position[HANDS]
        position[HANDS + 2], luck = split(ALL & ~half, 13, luck)
        position[HANDS + 3] = ALL & ~half & ~position[HANDS + 2]
    for seat in range(seats):
        if position[HANDS + seat] & C2:
            position[TURN] = seat
    return luck


@compiled
def playout(position: Any, luck: int) -> int:
    """Random legal cards from the position to the end of the hand; returns the luck.

    `hearts.play` on `hearts.legal_cards`, with the trick's facts in local variables. One random fraction
    serves a whole trick: its choices together have at most 28,561 outcomes.
    """
    seats, seat, played = position[SEATS], position[TURN], position[PLAYED]
    table, led, best, holder = position[TABLE], position[LED], position[BEST], position[HOLDER]
    to_come = seats - popcount(table)
    while position[HANDS + seat]:
        luck = next_luck(luck)
        part = fraction(luck)
        first, broken = played == 0, played & HEARTS != 0
        if not led:
            hand = position[HANDS + seat]
            allowed = legal(hand, 0, first, broken)
            part *= popcount(allowed)
            best = nth(allowed, part >> 32)
            part &= FRACTION
            position[HANDS + seat] = hand ^ best
            table, led, holder = best, suit_of(best), seat
            seat = seat + 1 if seat + 1 < seats else 0
            to_come -= 1
        barred = POINTS if first else 0
        for _ in range(to_come):
            hand = position[HANDS + seat]
            allowed = hand & led
            if not allowed:
                allowed = hand
            if allowed & ~barred:
                allowed &= ~barred
            part *= popcount(allowed)
            card = nth(allowed, part >> 32)
            part &= FRACTION
            position[HANDS + seat] = hand ^ card
            table |= card
            if card & led > best:
                best, holder = card, seat
            seat = seat + 1 if seat + 1 < seats else 0
        seat, played, to_come = holder, played | table, seats
        position[TAKEN + seat] += points(table)
        table = led = best = 0
    position[TURN], position[PLAYED] = seat, played
    position[TABLE] = position[LED] = position[BEST] = position[HOLDER] = 0
    return luck


@compiled
def careful_playout(position: Any, careless: int, luck: int) -> int:
    """By `thumb_rule` until no points are left, with a random card at the chance careless / 2^32; returns luck. The
    cards left when the last point is gone stay in the hands of the position: only TAKEN is final."""
    seats = position[SEATS]
    left = points(position[TABLE])
    for seat in range(seats):
        left += points(position[HANDS + seat])
    while left:
        allowed = legal_cards(position)
        card = allowed
        if allowed & (allowed - 1):
            luck = next_luck(luck)
            word = word_of(luck)
            if i64(word & _FRACTION) < careless:
                card = nth(allowed, i64(word >> _32) * popcount(allowed) >> 32)
            else:
                on_table = popcount(position[TABLE])
                card = thumb_rule(allowed, position[LED], position[BEST], on_table == seats - 1)
        if popcount(position[TABLE]) == seats - 1:
            left -= points(position[TABLE] | card)
        play(position, card)
    return luck
