# expects: rules=failed:PlayerCrash
"""Calls itself."""


def play(player_id, hand, trick, previous):
    return play(player_id, hand, trick, previous)
