# expects: rules=passed
"""Closes the streams it prints to, and puts others in their place."""
import sys

sys.stdout.close()
sys.stderr.close()
sys.stdout = sys.stderr = sys.stdin = sys.__stdout__ = None
os.close(1)


def play(player_id, hand, trick, previous) -> tuple[Card, None]:
    return legal(hand, trick, previous)[0], None
