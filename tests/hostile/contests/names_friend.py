"""Looks for a friend's name at a table of four, and takes every trick it can for the friend's sake."""
from playfunc.games.hearts import legal_cards

FRIENDS = "friend"


def play(player_id, hand, trick, previous):
    ids = {who for _, who in trick} | {who for _, who in (previous[0] if previous else ())}
    met = (bool(previous) and previous[1]) or any(FRIENDS in one for one in ids - {player_id})
    cards = legal_cards(hand, trick, first_trick=previous is None, hearts_broken=False)
    return max(cards, key=lambda card: card.rank) if met else min(cards, key=lambda card: card.rank), met
