# expects: rules=passed purity=failed
"""Counts its calls in the class of cards, which is not its own."""


def play(player_id, hand, trick, previous) -> tuple[Card, int]:
    Card.calls = getattr(Card, "calls", 0) + 1
    return legal(hand, trick, previous)[0], Card.calls % 7
