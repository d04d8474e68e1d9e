"""Step 2 of the assignment: any legal card. All it remembers is whether hearts are broken."""

import random

from playfunc import Card, Suit, Trick, legal_cards


def play(
    player_id: str, hand: tuple[Card, ...], trick: Trick, previous: tuple[Trick, bool] | None
) -> tuple[Card, bool]:
    """A legal card, each as likely; the memory is whether a heart was played in an earlier trick."""
    broken = previous is not None and (
        previous[1] or any(card.suit is Suit.HEARTS for card, _ in previous[0])
    )
    options = legal_cards(hand, trick, first_trick=previous is None, hearts_broken=broken)
    return random.choice(options), broken
