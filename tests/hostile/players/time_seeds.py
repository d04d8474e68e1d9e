# expects: rules=passed purity=failed
"""Seeds the generator by the clock, after it was seeded for the call."""
import random
import time


def play(player_id, hand, trick, previous) -> tuple[Card, int]:
    random.seed(time.perf_counter_ns())
    return random.choice(legal(hand, trick, previous)), random.randrange(1000)
