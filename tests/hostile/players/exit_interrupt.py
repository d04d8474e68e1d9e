# expects: rules=failed:PlayerCrash
"""Pretends that somebody pressed Ctrl-C."""


def play(player_id, hand, trick, previous):
    raise KeyboardInterrupt
