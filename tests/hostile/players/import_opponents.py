# expects: loads=failed:ForbiddenImportError
"""Imports the solver: a perfect submission."""
from playfunc_opponents.hearts.solver import *


def play(player_id, hand, trick, previous):
    return hand[0], None
