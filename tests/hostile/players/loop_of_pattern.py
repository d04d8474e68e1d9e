# expects: rules=failed:TimeError
"""Matches a pattern that takes for ever to fail."""
import re


def play(player_id, hand, trick, previous):
    return legal(hand, trick, previous)[0], bool(re.match(r"(a|a)*$", "a" * 60 + "b"))
