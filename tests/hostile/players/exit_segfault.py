# expects: rules=failed:PlayerCrash
"""Reads where nothing is."""


def play(player_id, hand, trick, previous):
    return legal(hand, trick, previous)[0], ctypes.string_at(0)
