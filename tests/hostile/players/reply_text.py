# expects: rules=failed:ProtocolError
"""Returns the name of a card instead of a card."""


def play(player_id, hand, trick, previous):
    return legal(hand, trick, previous)[0].text, None
