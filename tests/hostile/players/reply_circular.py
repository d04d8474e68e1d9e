# expects: rules=failed:PlayerMemoryError
"""Returns a list that holds itself."""
ROUND = []
ROUND.append(ROUND)


def play(player_id, hand, trick, previous):
    return legal(hand, trick, previous)[0], ROUND
