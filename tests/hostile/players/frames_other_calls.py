# expects: rules=passed
"""Looks in the frames above it for calls of other games in the same batch; a worker of one seat of one deal has none."""
import sys


def play(player_id, hand, trick, previous) -> tuple[Card, str]:
    frame, others = sys._getframe(), 0
    while frame is not None:
        for value in list(frame.f_locals.values()):
            if type(value).__name__ == "_Timed":
                others = max(others, len(value) - 1)
        frame = frame.f_back
    return legal(hand, trick, previous)[0], f"calls of {others} others" if others else "nothing"
