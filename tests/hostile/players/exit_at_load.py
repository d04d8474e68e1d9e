# expects: loads=failed:PlayerCrash
"""Leaves, with success, before it is there."""
raise SystemExit(0)


def play(player_id, hand, trick, previous):
    return hand[0], None
