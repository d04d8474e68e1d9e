"""perfect: two-player Hearts solved, every card a best one. Beyond the assignment: no mark asks for it.

It remembers all tricks of the hand, knows the other hand by that, and asks the solver. The opening moves of a
hand take about a second, the later ones almost nothing; without numba an opening takes many minutes.
"""

from __future__ import annotations

from functools import lru_cache

from playfunc.cards import Card, Suit
from playfunc.games.hearts import DECK, HeartsState, Trick

from playfunc_opponents.hearts.solver import Solver

Tricks = tuple[tuple[tuple[Card, int], ...], ...]
"""The complete tricks of a hand, in the order played; seat 0 is me, 1 the other."""


@lru_cache
def _solver() -> Solver:
    """One for all hands. What it remembers makes it faster and changes no answer."""
    return Solver()


def play(
    player_id: str, hand: tuple[Card, ...], trick: Trick, previous: tuple[Trick, Tricks] | None
) -> tuple[Card, Tricks]:
    """The highest of the best cards; memory is all complete tricks. Raises `ValueError` unless two play."""
    tricks = () if previous is None else _with(player_id, *previous)
    state = _state(hand, trick, tricks)
    best = _solver().best(state)
    return max(best, key=lambda card: card.rank), tricks


def _with(player_id: str, trick: Trick, before: Tricks) -> Tricks:
    return (*before, tuple((card, int(name != player_id)) for card, name in trick))


def _state(hand: tuple[Card, ...], trick: Trick, tricks: Tricks) -> HeartsState:
    """The position, all cards of which are known by now."""
    table = tuple((card, 1) for card, _ in trick)
    gone = {card for each in (*tricks, table) for card, _ in each}
    other = tuple(card for card in DECK if card not in gone and card not in hand)
    if len(other) > 26:
        raise ValueError("perfect plays at a table of two; with four, hands are hidden and nothing is solved")
    broken = any(card.suit is Suit.HEARTS for each in tricks for card, _ in each)
    return HeartsState((hand, other), 0, table, tricks, broken)
