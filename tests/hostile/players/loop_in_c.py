# expects: rules=failed:TimeError
"""Loops inside one call of C, which no handler of Python's interrupts."""
import itertools


def play(player_id, hand, trick, previous):
    return legal(hand, trick, previous)[0], sum(itertools.repeat(1, 10**15))
