"""basic: a random bid and random legal cards."""

from __future__ import annotations

import random

from playfunc.cards import WhistCard
from playfunc.games.skullwhist import HAND, Bids, Trick, legal_cards


def bid(player_id: str, opponent_id: str, hand: tuple[WhistCard, ...]) -> tuple[int, None]:
    """Any bid, each as likely."""
    return random.randint(1, HAND), None


def play(
    player_id: str, hand: tuple[WhistCard, ...], trick: Trick, bids: Bids, previous: tuple[Trick, None]
) -> tuple[WhistCard, None]:
    """Any legal card, each as likely; nothing to remember."""
    return random.choice(legal_cards(hand, trick)), None
