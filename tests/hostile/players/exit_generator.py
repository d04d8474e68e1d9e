# expects: rules=failed:PlayerCrash
"""Raises what is no Exception."""


class Odd(BaseException):
    pass


def play(player_id, hand, trick, previous):
    raise GeneratorExit from Odd()
