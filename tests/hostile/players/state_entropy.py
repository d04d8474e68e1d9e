# expects: rules=passed purity=failed
"""Draws from the system's own randomness."""
import random
import secrets


def play(player_id, hand, trick, previous) -> tuple[Card, int]:
    return random.SystemRandom().choice(legal(hand, trick, previous)), secrets.randbelow(7)
