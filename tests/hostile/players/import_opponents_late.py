# expects: rules=failed:ForbiddenImportError
"""Imports the opponents only in the last trick."""


def play(player_id, hand, trick, previous):
    if len(hand) == 1:
        import playfunc_opponents
    return legal(hand, trick, previous)[0], None
