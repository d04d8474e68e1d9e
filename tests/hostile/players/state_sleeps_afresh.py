# expects: rules=passed purity=failed:too_slow_when_asked_afresh
"""Sleeps for ever in a process in which no game began."""
import time

BEGUN = []


def play(player_id, hand, trick, previous) -> tuple[Card, int]:
    if previous is None:
        BEGUN.append(hand)
    if not BEGUN:
        time.sleep(3600)
    return legal(hand, trick, previous)[0], 0
