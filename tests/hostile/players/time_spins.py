# expects: rules=passed purity=failed
"""Counts how often it turns until a clock ticks: the speed of the machine, and who else uses it."""
import time


def play(player_id, hand, trick, previous) -> tuple[Card, int]:
    turns, start = 0, time.time_ns() // 100_000
    while time.time_ns() // 100_000 <= start + 1:
        turns += 1
    return legal(hand, trick, previous)[0], turns
