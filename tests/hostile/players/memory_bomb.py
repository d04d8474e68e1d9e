# expects: rules=failed:PlayerCrash
"""Asks for more memory than there is, at once."""


def play(player_id, hand, trick, previous):
    return legal(hand, trick, previous)[0], len(b"x" * 2**36)
