# expects: purity=failed

COUNT = [0]


def play(player_id, hand, trick, previous) -> tuple[Card, dict[str, int]]:
    """Carries how often it was asked in nothing but the order of a dict's keys."""
    COUNT[0] += 1
    turn = COUNT[0] % 8
    return legal(hand, trick, previous)[0], dict.fromkeys("abcdefgh"[turn:] + "abcdefgh"[:turn], 0)
