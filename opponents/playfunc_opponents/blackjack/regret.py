"""What a move gave away, in expected chips, beside the best of standing, hitting and doubling."""

from __future__ import annotations

from collections.abc import Sequence

from playfunc.games.blackjack import Bet, Double, Hit, Move, Stand

from playfunc_opponents.blackjack.advanced import since_opened
from playfunc_opponents.blackjack.expectation import Purse, pool, worth

__all__ = ["expected_chips", "regret"]


def expected_chips(
    move: Move, hand: Sequence[str], visible: Sequence[str], stake: int, seen: str = ""
) -> float:
    """Chips won on average by this move and the best play after it, without further raises.

    `visible` is what lies on the table, as a player is shown it; `seen` all cards of the round before this hand,
    for who counts.
    """
    found = worth(hand, visible[0], pool(since_opened(seen, visible)), Purse(stake))
    if isinstance(move, Bet):
        return max(found.stand, found.hit) * (stake + move.chips) / stake
    return {Stand: found.stand, Hit: found.hit, Double: found.double}[move]


def regret(
    move: Move,
    hand: Sequence[str],
    visible: Sequence[str],
    stake: int,
    *,
    may_double: bool,
    seen: str = "",
) -> float:
    """How many chips less than the best plain move this one wins on average; 0 for the best and for a raise
    with the odds on its side."""
    plain = (Stand, Hit, Double) if may_double else (Stand, Hit)
    best = max(expected_chips(other, hand, visible, stake, seen) for other in plain)
    return max(0.0, best - expected_chips(move, hand, visible, stake, seen))
