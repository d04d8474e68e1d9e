"""Step 3 of the unit: bids what the hand is worth, and wins each trick as cheaply as it can. No memory."""

from playfunc.cards import Suit, WhistCard
from playfunc.games.skullwhist import HAND, Bids, Trick, legal_cards


def worth(card: WhistCard) -> float:
    """The share of a trick that a card wins: every spade counts, others from value 6 on."""
    if card.suit is Suit.SPADES:
        return 0.5 + 0.075 * card.value
    return max(0, card.value - 5) / 8


def beats(card: WhistCard, lead: WhistCard) -> bool:
    """Whether `card`, played second, wins against `lead`."""
    return card.value > lead.value if card.suit is lead.suit else card.suit is Suit.SPADES


def cheap(card: WhistCard) -> tuple[bool, int]:
    return card.suit is Suit.SPADES, card.value


def bid(player_id: str, opponent_id: str, hand: tuple[WhistCard, ...]) -> tuple[int, None]:
    """A trick fewer than the hand seems worth: a bid that is missed costs all of it."""
    return min(max(round(sum(map(worth, hand))) - 1, 1), HAND), None


def play(
    player_id: str, hand: tuple[WhistCard, ...], trick: Trick, bids: Bids, previous
) -> tuple[WhistCard, None]:
    options = legal_cards(hand, trick)
    if trick:
        winning = [card for card in options if beats(card, trick[0][0])]
        return min(winning or options, key=cheap), None
    return max(options, key=lambda card: (card.value == HAND, card.value)), None
