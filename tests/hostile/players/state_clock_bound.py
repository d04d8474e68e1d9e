# expects: rules=passed purity=failed
"""Searches for as long as ten milliseconds allow."""
import time


def play(player_id, hand, trick, previous) -> tuple[Card, int]:
    end, done = time.monotonic() + 0.01, 0
    while time.monotonic() < end:
        done += 1
    return legal(hand, trick, previous)[0], done
