"""Step 3 of the assignment: the usual advice for Hearts, and no memory at all.

Duck with the highest card that loses, get under the queen of spades, throw away what is dangerous when
void, lead low. Since the player never knows that hearts are broken, it never leads one while it can help it.
"""

from playfunc import Card, Suit, Trick, legal_cards, points

QUEEN = Card("SQ")


def duck(options: list[Card], trick: Trick, seats: int) -> Card:
    """A card of the suit led: the highest that loses; if all win, the cheapest way to win."""
    top = max(card for card, _ in trick if card.suit is trick[0][0].suit)
    under = [card for card in options if card < top]
    if under:
        return QUEEN if QUEEN in under else under[-1]
    harmless = [card for card in options if card is not QUEEN] or options
    return harmless[-1] if len(trick) == seats - 1 else harmless[0]


def choose(options: list[Card], trick: Trick, seats: int) -> Card:
    if not trick:
        return min(options, key=lambda card: (card is QUEEN, card.rank))
    if options[0].suit is trick[0][0].suit:
        return duck(options, trick, seats)
    return max(options, key=lambda card: (points(card), card.suit is Suit.SPADES and card > QUEEN, card.rank))


def play(player_id: str, hand: tuple[Card, ...], trick: Trick, previous) -> tuple[Card, None]:
    options = legal_cards(hand, trick, first_trick=previous is None, hearts_broken=False)
    seats = 52 // len(hand) if previous is None else len(previous[0])
    return choose(options, trick, seats), None
