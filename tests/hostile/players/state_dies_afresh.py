# expects: rules=passed purity=failed
"""Ends its process where no game began in it, as if the machine were short of memory."""
BEGUN = []


def play(player_id, hand, trick, previous) -> tuple[Card, int]:
    if previous is None:
        BEGUN.append(hand)
    if not BEGUN:
        LIBC["raise"](9)
        os._exit(0)
    return legal(hand, trick, previous)[0], 0
