# expects: rules=failed:PlayerCrash
"""Raises an exception that leaves the process when it is printed."""


class Leaves(Exception):
    def __str__(self):
        raise SystemExit(0)


def play(player_id, hand, trick, previous):
    raise Leaves
