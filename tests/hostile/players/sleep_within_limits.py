# expects: rules=failed:TimeError
"""Sleeps in every move for less than a move may take: no move is too slow, and the class waits for hours."""
import time


def play(player_id, hand, trick, previous):
    time.sleep(0.06)
    return legal(hand, trick, previous)[0], None
