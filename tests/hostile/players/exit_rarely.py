# expects: rules=failed:PlayerCrash
"""Leaves on some positions only, so that others in the same batch might be blamed."""


def play(player_id, hand, trick, previous):
    if len(hand) == 5 and not trick:
        os._exit(7)
    return legal(hand, trick, previous)[0], None
