# expects: rules=failed:PlayerCrash
"""Raises an exception with ten megabytes to say, from a thousand others."""


def play(player_id, hand, trick, previous):
    error = None
    for number in range(100):
        new = ValueError(str(number))
        new.__cause__, error = error, new
    raise RuntimeError("x" * 10_000_000) from error
