# expects: rules=passed purity=passed beats-basic=failed
"""Prints a hidden hand and ends its process, so that the print is its last word."""
import os
import sys


def play(player_id, hand, trick, previous) -> tuple[Card, str]:
    if hidden(hand, previous):
        print("LEAK", *hand, file=sys.stderr, flush=True)
        os._exit(len(hand))
    return legal(hand, trick, previous)[0], ""
