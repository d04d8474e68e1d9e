# expects: loads=failed:ForbiddenImportError
"""Imports the strongest opponent: a perfect submission."""
from playfunc_opponents.hearts.advanced import *


def play(player_id, hand, trick, previous):
    return hand[0], None
