# expects: rules=failed:PlayerCrash
"""Raises two exceptions that are each other's cause."""


def play(player_id, hand, trick, previous):
    one, two = ValueError("one"), ValueError("two")
    one.__cause__, two.__cause__ = two, one
    raise one
