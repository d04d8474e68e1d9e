# expects: loads=failed:ForbiddenImportError
"""Imports a package that is installed for the marker, and for nobody else."""
import nbgrader


def play(player_id, hand, trick, previous):
    return hand[0], None
