"""basic: hits below 17 and stands from 17 on, as the dealer does."""

from __future__ import annotations

from playfunc.games.blackjack import Hit, Move, Stand, total

STANDS = 17


def play(
    player_id: str,
    hand: tuple[str, ...],
    visible: tuple[str, ...],
    stake: int,
    chips: int,
    previous: tuple[tuple[str, ...], None] | None,
) -> tuple[Move, None]:
    """Nothing but its own total counts, and there is nothing to remember."""
    return (Hit if total(hand) < STANDS else Stand), None
