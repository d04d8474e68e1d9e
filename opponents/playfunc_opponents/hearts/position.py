"""A hand of Hearts with all cards known, as search looks at it: immutable, on bits, for any seats.

Seats are counted from the player that searches, as in `beliefs`."""

from __future__ import annotations

import random
from typing import NamedTuple

from playfunc.games.hearts.fast.bits import (
    HEARTS,
    SUIT_OF,
    distinct,
    legal,
    points,
    singles,
    thumb_rule,
)

from playfunc_opponents.hearts.beliefs import Situation

MOON = 26


class Position(NamedTuple):
    """`hands[seat]` as bits; `trick` the cards on the table in the order played; `turn` the seat to move;
    `taken[seat]` points won so far; `first` on the first trick; `broken` once hearts may be led."""

    hands: tuple[int, ...]
    trick: tuple[int, ...]
    turn: int
    taken: tuple[int, ...]
    first: bool
    broken: bool

    def choices(self) -> list[int]:
        """The legal cards, one of every group of equivalent cards."""
        lead = self.trick[0] if self.trick else 0
        allowed = legal(self.hands[self.turn], SUIT_OF[lead], self.first, self.broken)
        return singles(distinct(allowed, (sum(self.hands) | sum(self.trick)) & ~allowed))

    def play(self, card: int) -> Position:
        """The position after the seat to move has played `card`."""
        hands, trick = list(self.hands), (*self.trick, card)
        hands[self.turn] ^= card
        turn = (self.turn + 1) % len(hands)
        if len(trick) < len(hands):
            return Position(tuple(hands), trick, turn, self.taken, self.first, self.broken)
        winner = (turn + trick_place(trick)) % len(hands)
        cards, taken = sum(trick), list(self.taken)
        taken[winner] += points(cards)
        broken = self.broken or bool(cards & HEARTS)
        return Position(tuple(hands), (), winner, tuple(taken), False, broken)


def position_of(situation: Situation, hands: tuple[int, ...]) -> Position:
    """The situation with the hidden hands filled in."""
    beliefs = situation.beliefs
    return Position(hands, situation.trick, 0, beliefs.taken, not beliefs.played, beliefs.broken)


def trick_place(trick: tuple[int, ...]) -> int:
    """The place within a trick of the card that wins it."""
    suit = SUIT_OF[trick[0]]
    return trick.index(max(card for card in trick if card & suit))


def final_scores(taken: tuple[int, ...]) -> tuple[int, ...]:
    """Points per seat at the end of a hand; who took all 26 scores 0, every other then 26."""
    return tuple(MOON - won for won in taken) if MOON in taken else taken


def estimate(taken: tuple[int, ...], left: int) -> float:
    """What seat 0 may score: what it has taken, an even share of what is left, and the danger of a moon.

    `taken` holds the points won by each seat, `left` is how many are still in the hands. While one player
    alone has points, the chance that it takes them all is put at the square of its share of the 26.
    (Without this term a player that ducks everything is shot in every fourth hand.) Exact when nothing is
    left.
    """
    most = max(taken)
    if most + left < MOON:
        return taken[0] + left / len(taken)
    chance = (most / MOON) ** 2
    moon = 0 if taken[0] == most else MOON
    return (1 - chance) * (taken[0] + left / len(taken)) + chance * moon


# Playouts: a hand played to its end by a rule of thumb, to estimate a position. For any number of seats.
#
# The rule is `thumb_rule`. Sometimes a random card is played, so that playouts differ.


def playout(position: Position, noise: float) -> tuple[int, ...]:
    """The scores per seat after one playout, with a random card at the chance `noise`. Draws from `random`, which the
    caller has seeded."""
    return final_scores(played_on(position, noise).taken)


def played_on(position: Position, noise: float, size: int = 0) -> Position:
    """The position once no points are left to win, or before a trick to which each brings at most `size` cards. Draws
    from `random` like `playout`."""
    hands, trick, taken = list(position.hands), list(position.trick), list(position.taken)
    turn, first, broken = position.turn, position.first, position.broken
    seats = len(hands)
    led, best = (SUIT_OF[trick[0]], trick[trick_place(position.trick)]) if trick else (0, 0)
    draw = random.random
    left = points(sum(hands) | sum(trick))
    while left and (trick or first or hands[turn].bit_count() > size):
        allowed = legal(hands[turn], led, first, broken)
        if not allowed & (allowed - 1):
            card = allowed
        elif draw() < noise:
            cards = singles(allowed)
            card = cards[int(draw() * len(cards))]
        else:
            card = thumb_rule(allowed, led, best, last=len(trick) == seats - 1)
        hands[turn] ^= card
        led = led or SUIT_OF[card]
        if card & led and card > best:
            best = card
        trick.append(card)
        turn = (turn + 1) % seats
        if len(trick) == seats:
            turn, cards_played = (turn + trick.index(best)) % seats, sum(trick)
            paid = points(cards_played)
            taken[turn] += paid
            left -= paid
            broken = broken or cards_played & HEARTS != 0
            trick, led, best, first = [], 0, 0, False
    return Position(tuple(hands), tuple(trick), turn, tuple(taken), first, broken)
