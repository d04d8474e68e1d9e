# expects: rules=failed:PlayerMemoryError|ProtocolError
"""Remembers an integer of 10,000 digits, and has its length unchecked."""
import sys

sys.set_int_max_str_digits(0)


def play(player_id, hand, trick, previous):
    return legal(hand, trick, previous)[0], 10**10_000
