"""Cards as bits, and the rules of a single trick. The layout is drawn in `playfunc.games.hearts.fast`.

Plain Python, which imports no compiler: searches that are not compiled use it as it is, and `positions` compiles what
compiled code needs. For two hands of 26 cards bits are four to twenty-five times faster than `frozenset[Card]`.
"""

from __future__ import annotations

from collections.abc import Iterable

from playfunc.cards import Card
from playfunc.games.hearts import DECK

ALL = (1 << 52) - 1
C2 = 1 << 0
SPADE_QUEEN = 1 << 36
SUIT = (1 << 13) - 1
"""The clubs; shifted by 13, 26 and 39 the other suits."""
SUITS = tuple(SUIT << 13 * number for number in range(4))
"""The thirteen cards of each suit, in the order C D S H."""
SUIT_OF = {0: 0} | {1 << index: SUITS[index // 13] for index in range(52)}
"""One card → all cards of its suit; no card → none."""
HEARTS = SUITS[3]
POINTS = HEARTS | SPADE_QUEEN
TWOS = sum(1 << 13 * number for number in range(4))
ACES = TWOS << 12

HANDS, TAKEN, SEATS, TURN, TABLE, LED, BEST, HOLDER, PLAYED, SIZE = 0, 4, 8, 9, 10, 11, 12, 13, 14, 15
"""The places in a position's array, and how many there are."""


def bits_of(cards: Iterable[Card]) -> int:
    """The set of these cards."""
    return sum(1 << card.index for card in cards)


def cards_of(cards: int) -> tuple[Card, ...]:
    """The cards of a set, ascending."""
    return tuple(card for card in DECK if int(cards) >> card.index & 1)


def card_of(bit: int) -> Card:
    """The card that a set of one is."""
    return DECK[bit.bit_length() - 1]


def rank(card: int) -> int:
    """The place of a card in its suit, 0 for the two to 12 for the ace."""
    return (card.bit_length() - 1) % 13


def singles(cards: int) -> list[int]:
    """The cards of a set one by one, ascending."""
    found = []
    while cards:
        low = cards & -cards
        found.append(low)
        cards ^= low
    return found


def points(cards: int) -> int:
    """What the set costs the player that wins it: 1 for every heart, 13 for the queen of spades."""
    return (cards & HEARTS).bit_count() + (13 if cards & SPADE_QUEEN else 0)


def legal(hand: int, led: int, first: bool, broken: bool) -> int:
    """The cards of `hand` that may be played; `led` is all cards of the suit led, 0 for the leader. `first` on the
    first trick, `broken` once a heart was played in an earlier trick."""
    if led:
        allowed = hand & led
    elif first and hand & C2:
        return C2
    else:
        allowed = hand if broken else hand & ~HEARTS
    if not allowed:
        allowed = hand
    if first and allowed & ~POINTS:
        return allowed & ~POINTS
    return allowed


def distinct(choices: int, others: int) -> int:
    """The lowest card of every group of equivalent choices: a set of cards.

    Two cards of a suit are equivalent when they cost the same and none of `others`, all other cards in hands and on the
    table, lies between them.
    """
    found, below = 0, 0
    while choices:
        card = choices & -choices
        choices ^= card
        apart = below == 0 or (others | ACES) & (card - below) != 0
        if apart or card == SPADE_QUEEN or below == SPADE_QUEEN:
            found |= card
        below = card
    return found


def thumb_rule(allowed: int, led: int, best: int, last: bool) -> int:
    """The legal card that a careful beginner plays, a set of one; `best` is winning the trick so far.

    Lead low; follow with the highest card that loses the trick; when void throw the queen of spades, then hearts, then
    the highest card. A card that must win is the lowest, or the highest when `last` completes the trick; not SQ if
    there is another. Of equal ranks, the first suit's.
    """
    if allowed & led:
        chosen = allowed & (best - 1)
        if not chosen:
            chosen = allowed & ~SPADE_QUEEN
            if not last and chosen:
                return chosen & -chosen
        return 1 << (chosen or allowed).bit_length() - 1
    if led and allowed & SPADE_QUEEN:
        return SPADE_QUEEN
    if led and allowed & HEARTS:
        return 1 << allowed.bit_length() - 1
    ranks = (allowed | allowed >> 13 | allowed >> 26 | allowed >> 39) & SUIT
    rank = 1 << ranks.bit_length() - 1 if led else ranks & -ranks
    cards = allowed & TWOS * rank
    return cards & -cards
