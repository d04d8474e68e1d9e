# expects: rules=failed:PlayerCrash
"""Keeps 64 megabytes more with every call."""
KEPT = []


def play(player_id, hand, trick, previous) -> tuple[Card, None]:
    KEPT.append(bytes([len(KEPT) % 256]) * 2**26)
    return legal(hand, trick, previous)[0], None
