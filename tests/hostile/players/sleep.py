# expects: rules=failed:TimeError
"""Sleeps, which takes no CPU time."""
import time


def play(player_id, hand, trick, previous):
    time.sleep(3600)
    return legal(hand, trick, previous)[0], None
