# expects: rules=failed:TimeError
"""Waits for a lock that it holds itself."""
import threading


def play(player_id, hand, trick, previous):
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()
    return legal(hand, trick, previous)[0], None
