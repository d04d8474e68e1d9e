"""minmax: the move with the best expectation, from a full deck less the cards that lie on the table.

It never raises its stake but to double, and forgets every hand when it is over.
"""

from __future__ import annotations

from playfunc.games.blackjack import Double, Hit, Move, Stand

from playfunc_opponents.blackjack.expectation import Purse, pool, worth


def play(
    player_id: str,
    hand: tuple[str, ...],
    visible: tuple[str, ...],
    stake: int,
    chips: int,
    previous: tuple[tuple[str, ...], None] | None,
) -> tuple[Move, None]:
    """Stand, hit or double, by expected chips."""
    found = worth(hand, visible[0], pool(visible), Purse(stake))
    if len(hand) == 2 and chips >= stake and found.double > max(found.stand, found.hit):
        return Double, None
    return (Hit if found.hit > found.stand else Stand), None
