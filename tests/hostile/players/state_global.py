# expects: rules=passed purity=failed
"""Counts its calls in a global."""
COUNT = [0]


def play(player_id, hand, trick, previous) -> tuple[Card, int]:
    COUNT[0] += 1
    return legal(hand, trick, previous)[0], COUNT[0] % 7
