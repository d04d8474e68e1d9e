# expects: rules=passed purity=failed
"""Reads the time of day, by which one process could leave word for the next."""
from datetime import datetime


def play(player_id, hand, trick, previous) -> tuple[Card, int]:
    return legal(hand, trick, previous)[0], datetime.now().microsecond
