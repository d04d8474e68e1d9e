# expects: rules=failed:ProtocolError|InvalidCardError
"""Returns a card of its own making, that looks like one of the deck's."""


class Joker(Card):
    def __eq__(self, other):
        return True

    __hash__ = Card.__hash__


def play(player_id, hand, trick, previous):
    joker = object.__new__(Joker)
    object.__setattr__(joker, "text", "H2")
    object.__setattr__(joker, "index", 0)
    return joker, None
