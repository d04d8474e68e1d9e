# expects: rules=failed:ProtocolError|InvalidCardError|RenegError|BleedError|LeadError|BrokenError
"""Returns a real card object of the deck, rewritten inside, so that the text on the wire is another's."""


def play(player_id, hand, trick, previous):
    card = object.__new__(Card)
    for name in ("suit", "rank", "index"):
        object.__setattr__(card, name, getattr(hand[0], name))
    object.__setattr__(card, "text", "HA" if Card("HA") not in hand else "H2")
    return card, None
