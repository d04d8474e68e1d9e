# expects: rules=passed purity=failed
"""Counts its calls in a default argument."""


def play(player_id, hand, trick, previous, seen=[]) -> tuple[Card, int]:
    seen.append(1)
    return legal(hand, trick, previous)[0], len(seen) % 7
