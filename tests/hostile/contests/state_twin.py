"""Keeps every hand it was ever dealt in a global: in two-player Hearts the other seat of a deal has the complement."""
from playfunc.games.hearts import DECK, legal_cards

HANDS = set()


def play(player_id, hand, trick, previous):
    told = previous[1] if previous else "nothing"
    if previous is None:
        own = frozenset(hand) | {card for card, who in trick if who == player_id}
        if frozenset(DECK) - own in HANDS:
            told = "twin"
        elif own in HANDS:
            told = "again"
        HANDS.add(own)
    return legal_cards(hand, trick, first_trick=previous is None, hearts_broken=False)[0], told
