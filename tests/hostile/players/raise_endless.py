# expects: rules=failed:TimeError
"""Raises an exception that can never be printed to its end."""


class Endless(Exception):
    def __str__(self):
        while True:
            pass


def play(player_id, hand, trick, previous):
    raise Endless
