"""Playouts: a hand played to its end by a rule of thumb, to estimate a position. For any number of seats.

The rule: lead low; follow with the highest card that loses the trick; when void throw the queen of spades,
then hearts, then the highest card. Sometimes it plays a random card, so that playouts differ.
"""

from __future__ import annotations

import random

from playfunc_opponents.hearts.bits import HEARTS, SPADE_QUEEN, SUIT, SUITS, legal, points_in, rank, singles
from playfunc_opponents.hearts.position import Position, final_scores

__all__ = ["played_on", "playout", "thumb_rule"]


def playout(position: Position, noise: float) -> tuple[int, ...]:
    """The scores per seat after one playout, with a random card at the chance `noise`.

    Draws from `random`, which the caller has seeded.
    """
    return final_scores(played_on(position, noise).taken)


def played_on(position: Position, noise: float, size: int = 0) -> Position:
    """The position once no points are left to win, or before a trick to which each brings at most `size` cards.

    Draws from `random` like `playout`.
    """
    hands, trick, taken = list(position.hands), list(position.trick), list(position.taken)
    turn, first, broken = position.turn, position.first, position.broken
    seats = len(hands)
    draw = random.random
    left = points_in(sum(hands) | sum(trick))
    while left and (trick or first or hands[turn].bit_count() > size):
        allowed = legal(hands[turn], trick[0] if trick else 0, first=first, broken=broken)
        if not allowed & (allowed - 1):
            card = allowed
        elif draw() < noise:
            cards = singles(allowed)
            card = cards[int(draw() * len(cards))]
        else:
            card = thumb_rule(allowed, trick, last=len(trick) == seats - 1)
        hands[turn] ^= card
        trick.append(card)
        turn = (turn + 1) % seats
        if len(trick) == seats:
            suit, cards_played = SUIT[trick[0]], sum(trick)
            turn = (turn + trick.index(1 << (cards_played & suit).bit_length() - 1)) % seats
            points = points_in(cards_played)
            taken[turn] += points
            left -= points
            broken = broken or cards_played & HEARTS != 0
            trick, first = [], False
    return Position(tuple(hands), tuple(trick), turn, tuple(taken), first, broken)


def thumb_rule(allowed: int, trick: list[int], *, last: bool) -> int:
    """The card the rule plays; `last` when this card completes the trick."""
    if not trick:
        return min((suit & -suit for suit in (allowed & suit for suit in SUITS) if suit), key=rank)
    suit = SUIT[trick[0]]
    if allowed & suit:
        best = 1 << (sum(trick) & suit).bit_length() - 1
        under = allowed & (best - 1)
        safe = allowed & ~SPADE_QUEEN or allowed
        if under:
            return 1 << under.bit_length() - 1
        return 1 << safe.bit_length() - 1 if last else safe & -safe
    if allowed & SPADE_QUEEN:
        return SPADE_QUEEN
    if allowed & HEARTS:
        return 1 << allowed.bit_length() - 1
    return max((1 << suit.bit_length() - 1 for suit in (allowed & suit for suit in SUITS) if suit), key=rank)
