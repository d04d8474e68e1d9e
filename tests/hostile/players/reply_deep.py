# expects: rules=failed:PlayerMemoryError
"""Returns lists in lists, eight thousand deep."""
DEEP = []
for _ in range(8_000):
    DEEP = [DEEP]


def play(player_id, hand, trick, previous):
    return legal(hand, trick, previous)[0], DEEP
