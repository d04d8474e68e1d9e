# expects: rules=failed:PlayerCrash
"""Leaves by SystemExit."""
import sys


def play(player_id, hand, trick, previous):
    sys.exit("gone")
