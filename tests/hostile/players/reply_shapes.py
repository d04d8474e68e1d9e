# expects: rules=failed:ProtocolError
"""Returns what is a pair only nearly: a subclass that says it equals everything."""


class Pair(tuple):
    def __eq__(self, other):
        return True

    __hash__ = tuple.__hash__

    def __len__(self):
        return 2


def play(player_id, hand, trick, previous):
    return Pair((legal(hand, trick, previous)[0], None))
