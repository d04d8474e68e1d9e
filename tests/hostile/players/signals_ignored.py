# expects: rules=failed:TimeError
"""Ignores every signal that can be ignored, and never comes back."""
import signal

for number in signal.valid_signals():
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        pass


def play(player_id, hand, trick, previous):
    while True:
        pass
