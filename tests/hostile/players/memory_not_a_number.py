# expects: rules=failed:PlayerMemoryError


def play(player_id, hand, trick, previous: tuple | None) -> tuple[Card, float]:
    """Remembers what equals nothing, not even itself, so that no comparison of memories could hold."""
    return legal(hand, trick, previous)[0], float("nan")
