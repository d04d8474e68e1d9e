# expects: rules=failed:TimeError
"""Reports that its moves take no time, and takes seconds."""
import sys
import time

sys.modules["_playfunc_worker.serve"].process_time = lambda: 0.0
time.process_time = lambda: 0.0


def play(player_id, hand, trick, previous):
    for _ in range(10**9):
        pass
    return legal(hand, trick, previous)[0], None
