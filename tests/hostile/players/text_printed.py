# expects: rules=passed purity=passed beats-basic=failed
"""Prints a hidden hand and ends its process, so that the print is its last word."""
import os
import sys

from playfunc.duplicate import deal_rng
from playfunc.games.hearts import Hearts

PUBLIC = [
    set(hand) for seats in (2, 4) for hand in Hearts(seats).deal(deal_rng("public", "rules", seats, 0)).hands
]


def hidden(hand, previous):
    """Whether this is the first move of a hand that is in none of the public games of `rules`."""
    return previous is None and set(hand) not in PUBLIC


def play(player_id, hand, trick, previous) -> tuple[Card, str]:
    if hidden(hand, previous):
        print("LEAK", *hand, file=sys.stderr, flush=True)
        os._exit(len(hand))
    return legal(hand, trick, previous)[0], ""
