# expects: rules=failed:PlayerCrash|TimeError
"""Closes every descriptor, the wire's among them."""


def play(player_id, hand, trick, previous):
    os.closerange(0, 256)
    return legal(hand, trick, previous)[0], None
