# expects: rules=failed:TimeError
"""Sleeps whenever it is loaded, and breaks off so that it is loaded again."""
import time

time.sleep(1)
moves = 0


def play(player_id, hand, trick, previous):
    global moves
    moves += 1
    if moves > 3:
        os._exit(0)
    return legal(hand, trick, previous)[0], None
