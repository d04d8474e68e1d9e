# expects: rules=failed:PlayerCrash
"""Aborts."""


def play(player_id, hand, trick, previous):
    os.abort()
