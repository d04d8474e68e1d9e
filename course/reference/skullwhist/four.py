"""Step 1 of the unit: always bids four, and plays its highest legal card."""

from playfunc.cards import WhistCard
from playfunc.games.skullwhist import Bids, Trick, legal_cards


def bid(player_id: str, opponent_id: str, hand: tuple[WhistCard, ...]) -> tuple[int, None]:
    return 4, None


def play(
    player_id: str, hand: tuple[WhistCard, ...], trick: Trick, bids: Bids, previous
) -> tuple[WhistCard, None]:
    return max(legal_cards(hand, trick), key=lambda card: card.value), None
