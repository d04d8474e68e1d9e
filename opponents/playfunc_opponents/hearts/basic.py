"""basic: a uniformly random legal card.

It only needs to know which cards are legal, so it has to remember one thing: whether hearts are broken.
"""

from __future__ import annotations

import random

from playfunc.cards import Card, Suit
from playfunc.games.hearts import Trick, legal_cards


def play(
    player_id: str, hand: tuple[Card, ...], trick: Trick, previous: tuple[Trick, bool] | None
) -> tuple[Card, bool]:
    """A legal card, all equally likely; memory is whether a heart was played in an earlier trick."""
    broken = previous is not None and (
        previous[1] or any(card.suit is Suit.HEARTS for card, _ in previous[0])
    )
    choices = legal_cards(hand, trick, first_trick=previous is None, hearts_broken=broken)
    return random.choice(choices), broken
