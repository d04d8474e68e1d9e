# expects: rules=passed purity=failed
"""Has the generator that is seeded before every call go on instead."""
import random

random.seed = lambda *arguments: None


def play(player_id, hand, trick, previous) -> tuple[Card, int]:
    return legal(hand, trick, previous)[0], random.randrange(1000)
