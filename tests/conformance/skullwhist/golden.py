"""Players of the golden game of SkullWhist."""

from playfunc.cards import WhistCard
from playfunc.games.skullwhist import SkullWhist, legal_cards


def high_bid(player_id, opponent_id, hand) -> tuple[int, str]:
    return max(1, sum(card.value > 10 or card.suit.value == "S" for card in hand)), "high"


def high_card(player_id, hand, trick, bids, previous) -> tuple[WhistCard, str]:
    return max(legal_cards(hand, trick), key=lambda card: (card.value, card)), previous[1]


def low_bid(player_id, opponent_id, hand) -> tuple[int, int]:
    return 3, 0


def low_card(player_id, hand, trick, bids, previous) -> tuple[WhistCard, int]:
    won = previous[1] + (bool(previous[0]) and not trick)
    return min(legal_cards(hand, trick), key=lambda card: (card.value, card)), won


PLAYERS = {"High": {"bid": high_bid, "play": high_card}, "Low": {"bid": low_bid, "play": low_card}}
GAMES = {"game": ("skullwhist", SkullWhist(), PLAYERS)}
