# expects: rules=failed:PlayerMemoryError
"""Returns numbers that JSON does not have."""


def play(player_id, hand, trick, previous):
    return legal(hand, trick, previous)[0], [float("nan"), float("inf")]
