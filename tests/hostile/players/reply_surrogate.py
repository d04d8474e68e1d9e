# expects: rules=failed:PlayerMemoryError
"""Returns text that no encoding can write."""


def play(player_id, hand, trick, previous) -> tuple[Card, str]:
    return legal(hand, trick, previous)[0], "\ud800"
