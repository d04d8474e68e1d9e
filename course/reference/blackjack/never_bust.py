"""Step 1 of the unit: hits only where no card can do harm, whatever the dealer shows."""

from playfunc.games.blackjack import Hit, Move, Stand, total


def play(
    player_id: str, hand: tuple[str, ...], visible: tuple[str, ...], stake: int, chips: int, previous
) -> tuple[Move, None]:
    return (Hit if total(hand) <= 11 else Stand), None
