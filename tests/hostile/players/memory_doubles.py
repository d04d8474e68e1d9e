# expects: rules=failed:PlayerMemoryError
"""Returns a memory that doubles with every trick."""


def play(player_id, hand, trick, previous) -> tuple[Card, str]:
    memory = "x" if previous is None else previous[1] * 3
    return legal(hand, trick, previous)[0], memory
