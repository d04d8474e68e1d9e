"""Step 4 of the unit: the same bid, and a memory of the cards that have been played.

A card is good once no higher one of its suit can still be out; good cards are led while the bid is not made.
"""

from playfunc.cards import Suit, WhistCard
from playfunc.games.skullwhist import HAND, Bids, Trick, legal_cards

Seen = tuple[WhistCard, ...]


def worth(card: WhistCard) -> float:
    """The share of a trick that a card wins: every spade counts, others from value 6 on."""
    if card.suit is Suit.SPADES:
        return 0.5 + 0.075 * card.value
    return max(0, card.value - 5) / 8


def beats(card: WhistCard, lead: WhistCard) -> bool:
    """Whether `card`, played second, wins against `lead`."""
    return card.value > lead.value if card.suit is lead.suit else card.suit is Suit.SPADES


def above(card: WhistCard, known: Seen) -> int:
    """How many higher cards of the suit have not been seen: in the other hand, or thrown away."""
    return HAND - card.value - sum(other.suit is card.suit and other > card for other in known)


def cheap(card: WhistCard) -> tuple[bool, int]:
    return card.suit is Suit.SPADES, card.value


def bid(player_id: str, opponent_id: str, hand: tuple[WhistCard, ...]) -> tuple[int, Seen]:
    """A trick fewer than the hand seems worth: a bid that is missed costs all of it."""
    return min(max(round(sum(map(worth, hand))) - 1, 1), HAND), ()


def play(
    player_id: str,
    hand: tuple[WhistCard, ...],
    trick: Trick,
    bids: Bids,
    previous: tuple[Trick, Seen],
) -> tuple[WhistCard, Seen]:
    seen = (*previous[1], *(card for card, _ in previous[0]))
    options = legal_cards(hand, trick)
    if trick:
        winning = [card for card in options if beats(card, trick[0][0])]
        return min(winning or options, key=cheap), seen
    known = (*seen, *hand)
    return min(
        options, key=lambda card: (above(card, known), card.suit is not Suit.SPADES, -card.value)
    ), seen
