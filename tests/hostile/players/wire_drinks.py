# expects: rules=failed:TimeError
"""Reads the wire itself, so that questions are lost."""


def play(player_id, hand, trick, previous):
    for descriptor in range(3, 16):
        try:
            os.read(descriptor, 1)
        except OSError:
            continue
    return legal(hand, trick, previous)[0], None
