# expects: rules=failed:PlayerCrash
"""Raises an exception that raises when it is printed."""


class Silent(Exception):
    def __str__(self):
        raise Silent()

    __repr__ = __str__


def play(player_id, hand, trick, previous):
    raise Silent(Silent())
