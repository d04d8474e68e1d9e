# expects: rules=passed purity=failed
"""Takes the numbers of its pipes for a name: the system counts them for all of its processes."""


def play(player_id, hand, trick, previous) -> tuple[Card, list[int]]:
    return legal(hand, trick, previous)[0], [os.fstat(1).st_ino, os.fstat(2).st_ino]
