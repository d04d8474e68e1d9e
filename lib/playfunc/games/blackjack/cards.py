"""The cards of BlackJack, what they count, and the numbers of the game."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = [
    "BEST",
    "BUY_IN",
    "CHIPS",
    "DECKS",
    "FACES",
    "HIDDEN",
    "MOST_HANDS",
    "RUN",
    "STANDS",
    "VALUES",
    "hand_score",
    "settled",
    "total",
]

FACES = "A23456789TJQK"
VALUES = {face: min(value, 10) for value, face in enumerate(FACES, 1)}
HIDDEN = "#"
"""How the dealer's second card is shown while it lies face down."""

BUY_IN = 10
CHIPS = 200
"""The defaults of a run."""
RUN = 5
"""Rounds in a run."""

STANDS = 17
"""The dealer draws while its total is below this."""

BEST = 21
MOST_HANDS = 6
"""Hands in a round for which `DECKS` decks are enough."""

DECKS = 3
"""Decks shuffled for a round. Nobody draws beyond 31 pips (aces as 1), so four players and the dealer take at
most 155 a hand, and three decks have 1020."""


def total(cards: Sequence[str]) -> int:
    """What the cards count: an ace 11, or 1 where 11 would put the hand over 21, each by itself."""
    low = sum(VALUES[face] for face in cards)
    return low + 10 if "A" in cards and low + 10 <= BEST else low


def hand_score(cards: Sequence[str]) -> int:
    """The score of a hand: its total, or 0 when bust."""
    points = total(cards)
    return points if points <= BEST else 0


def settled(stake: int, cards: Sequence[str], dealer: Sequence[str]) -> int:
    """What the table pays back for a stake: twice the stake to a score above the dealer's, else nothing."""
    return 2 * stake if hand_score(cards) > hand_score(dealer) else 0
