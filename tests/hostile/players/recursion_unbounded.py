# expects: rules=failed:PlayerCrash
"""Calls itself through C until the stack is used up."""
import sys


class Deep:
    def __repr__(self):
        return repr([self])


def play(player_id, hand, trick, previous):
    sys.setrecursionlimit(2**30)
    return legal(hand, trick, previous)[0], repr(Deep())
