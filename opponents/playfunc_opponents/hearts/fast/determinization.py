"""Imagined worlds: the unseen cards dealt at random to the hands they fit, and hands played out in them.

A world is a position as in `playfunc.games.hearts.fast`, its seats counted from the player that imagines it.
"""

from __future__ import annotations

from typing import Any

from playfunc.compiled.luck import fraction, next_luck
from playfunc.compiled.native import compiled
from playfunc.compiled.words import nth, popcount
from playfunc.games.hearts.fast.bits import (
    BEST,
    HANDS,
    HEARTS,
    HOLDER,
    LED,
    PLAYED,
    SEATS,
    SUIT,
    TABLE,
    TAKEN,
    TURN,
)
from playfunc.games.hearts.fast.playouts import thumb_rule
from playfunc.games.hearts.fast.positions import legal, points, suit_of

TRIES = 20
"""Deals that may get stuck before voids are given up."""


@compiled
def _seat_for(world: Any, card: int, room: Any, lacks: Any, keep: bool, part: int) -> int:
    """A random seat that may hold the card and has room, by its room; 0 if there is none. `part` is a fraction of
    `luck`."""
    seats, free = world[SEATS], 0
    for seat in range(1, seats):
        if not (keep and card & lacks[seat]):
            free += room[seat] - popcount(world[HANDS + seat])
    place = part * free >> 32
    for seat in range(1, seats):
        if not (keep and card & lacks[seat]):
            place -= room[seat] - popcount(world[HANDS + seat])
            if place < 0:
                return seat
    return 0


@compiled
def _dealt(world: Any, unseen: int, room: Any, lacks: Any, keep: bool, luck: int) -> tuple[bool, int]:
    """One try of `imagine`: whether every card found a seat, and the luck. Suits that fewest fit go first."""
    seats = world[SEATS]
    for seat in range(1, seats):
        world[HANDS + seat] = 0
    for fewest in range(seats - 1, -1, -1):
        for suit in range(4):
            cards, short = unseen & SUIT << 13 * suit, 0
            for seat in range(1, seats):
                short += 1 if cards & lacks[seat] else 0
            while cards and short == fewest:
                card = cards & -cards
                cards ^= card
                luck = next_luck(luck)
                seat = _seat_for(world, card, room, lacks, keep, fraction(luck))
                if seat == 0:
                    return False, luck
                world[HANDS + seat] |= card
    return True, luck


@compiled
def imagine(world: Any, unseen: int, room: Any, lacks: Any, luck: int) -> int:
    """Deals the unseen cards to the seats 1 … of the world; returns the luck. `room[seat]` cards go to each, none of
    the suits in `lacks[seat]` if that can be kept."""
    for _ in range(TRIES):
        fits, luck = _dealt(world, unseen, room, lacks, True, luck)
        if fits:
            return luck
    fits, luck = _dealt(world, unseen, room, lacks, False, luck)
    return luck


@compiled
def play_out(world: Any, careless: int, luck: int) -> int:
    """Plays until no points are left, by the rule of thumb; the world's TAKEN is then final. Returns the luck.
    `careless` is the chance of a random card, as a part of 2^32."""
    seats, seat, played = world[SEATS], world[TURN], world[PLAYED]
    table, led, best, holder = world[TABLE], world[LED], world[BEST], world[HOLDER]
    left = 26
    for other in range(seats):
        left -= world[TAKEN + other]
    to_come = seats - popcount(table)
    while left:
        hand = world[HANDS + seat]
        allowed = legal(hand, led, played == 0, played & HEARTS != 0)
        card = allowed
        if allowed & (allowed - 1):
            luck = next_luck(luck)
            part = fraction(luck)
            if part < careless:
                luck = next_luck(luck)
                card = nth(allowed, fraction(luck) * popcount(allowed) >> 32)
            else:
                card = thumb_rule(allowed, led, best, to_come == 1)
        world[HANDS + seat] = hand ^ card
        table |= card
        if not led:
            led = suit_of(card)
        if card & led and card > best:
            best, holder = card, seat
        seat = seat + 1 if seat + 1 < seats else 0
        to_come -= 1
        if to_come == 0:
            seat, played, to_come = holder, played | table, seats
            paid = points(table)
            world[TAKEN + seat] += paid
            left -= paid
            table = led = best = 0
    return luck
