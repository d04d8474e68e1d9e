# expects: rules=failed:PlayerMemoryError
"""Returns three megabytes to remember."""


def play(player_id, hand, trick, previous) -> tuple[Card, str]:
    return legal(hand, trick, previous)[0], "x" * 3_000_000
