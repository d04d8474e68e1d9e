"""advanced: expectation from the cards that the shoe still holds, and a stake that follows the advantage.

Its memory is every card of the round so far, so that it knows what is left in the shoe. When it is about to
stand with the odds on its side, it first adds to the stake as much of its chips as the advantage says (Kelly, A new
interpretation of information rate, 1956: the share that lets them grow fastest), and it hits for hands worth that.
"""

from __future__ import annotations

from collections.abc import Sequence

from playfunc.games.blackjack import BUY_IN, Bet, Double, Hit, Move, Stand

from playfunc_opponents.blackjack.expectation import Purse, pool, worth

SHARE = 1.0
"""The share of its chips that it adds, for each unit of advantage."""

DECK_SIZE = 52


def play(
    player_id: str,
    hand: tuple[str, ...],
    visible: tuple[str, ...],
    stake: int,
    chips: int,
    previous: tuple[tuple[str, ...], str] | None,
) -> tuple[Move, str]:
    """A raise before it stands with the odds on its side, else the move with the best expectation."""
    before, seen = previous or ((), "")
    untouched = len(hand) == 2 and stake == BUY_IN
    if untouched:
        seen += "".join(before)
    share = SHARE if stake == BUY_IN else 0.0
    unseen = pool(since_opened(seen, visible))
    found = worth(hand, visible[0], unseen, Purse(stake, chips, share))
    if untouched and chips >= stake and found.double > max(found.stand, found.hit):
        return Double, seen
    if found.hit > found.stand:
        return Hit, seen
    raised = int(share * chips * (2 * found.chance - 1))
    return (Bet(raised) if raised > 0 else Stand), seen


def since_opened(seen: str, visible: Sequence[str]) -> Sequence[str]:
    """The cards dealt since the deck in use was opened: `seen` in hands before, then those on the table. A deck
    opened during this hand is taken to begin where as many cards had been listed."""
    dealt = (*seen, *visible)
    return dealt[(len(dealt) - 1) // DECK_SIZE * DECK_SIZE :]
