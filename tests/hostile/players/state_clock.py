# expects: rules=passed purity=failed
"""Reads the clock."""
import time


def play(player_id, hand, trick, previous) -> tuple[Card, int]:
    return legal(hand, trick, previous)[0], time.perf_counter_ns() // 100 % 7
