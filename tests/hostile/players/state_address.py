# expects: rules=passed purity=failed
"""Draws from where objects happen to lie."""


def play(player_id, hand, trick, previous) -> tuple[Card, int]:
    return legal(hand, trick, previous)[0], (id(object) >> 12) % 1009
