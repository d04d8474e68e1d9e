# expects: rules=failed:PlayerCrash
"""Leaves without a word, by the C library, with exit code 0."""


def play(player_id, hand, trick, previous):
    os._exit(0)
