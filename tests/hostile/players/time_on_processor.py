# expects: rules=passed purity=failed
"""Tells from its own CPU time how much it was asked before."""
import time


def play(player_id, hand, trick, previous) -> tuple[Card, list[int]]:
    used = time.process_time_ns(), time.thread_time_ns()
    return legal(hand, trick, previous)[0], [nanoseconds // 1000 % 1009 for nanoseconds in used]
