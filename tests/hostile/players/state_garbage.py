# expects: rules=passed purity=failed
"""Counts its calls by the collector of garbage, and by the size of the heap."""
import gc
import sys

KEPT = []


def play(player_id, hand, trick, previous) -> tuple[Card, list[int]]:
    KEPT.append([])
    collected = gc.get_stats()[0]["collections"] + gc.get_count()[0]
    return legal(hand, trick, previous)[0], [collected % 101, sys.getallocatedblocks() % 1009]
