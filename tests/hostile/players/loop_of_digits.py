# expects: rules=failed:TimeError
"""Computes a number that has more digits than there is time, in one operation."""


def play(player_id, hand, trick, previous):
    return legal(hand, trick, previous)[0], 7 ** (7**11) % 10
