# expects: rules=failed:PlayerCrash|ProtocolError
"""Raises our own errors, as if the rules or the wire had spoken, with parts that are no text."""
from playfunc.errors import ForbiddenImportError, PlayError, TimeError


class Unheard(PlayError):
    pass


def play(player_id, hand, trick, previous):
    if len(hand) % 3 == 0:
        raise TimeError("the machine was busy; the marker's fault")
    error = Unheard("<b>well done</b>")
    error.reason, error.detail = 10**30, [1]
    raise error
