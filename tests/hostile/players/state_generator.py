# expects: rules=passed purity=failed
"""Has a random generator of its own that goes on from call to call."""
import random

MINE = random.Random(7)


def play(player_id, hand, trick, previous) -> tuple[Card, None]:
    return MINE.choice(legal(hand, trick, previous)), None
