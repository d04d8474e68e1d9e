# expects: rules=failed:PlayerMemoryError


def play(player_id, hand, trick, previous) -> tuple[Card, int]:
    """Remembers a number that JSON can hold and Python does not write in decimal."""
    return legal(hand, trick, previous)[0], 1 << 20000
