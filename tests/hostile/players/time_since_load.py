# expects: rules=passed purity=failed
"""Tells from the time since it was loaded whether it stands in a game or is asked again."""
import time

LOADED = time.monotonic_ns()


def play(player_id, hand, trick, previous) -> tuple[Card, int]:
    return legal(hand, trick, previous)[0], (time.monotonic_ns() - LOADED) // 10_000
