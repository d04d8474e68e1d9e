# expects: rules=failed
"""Rewrites the cards themselves, which all games of the process share."""


def play(player_id, hand, trick, previous):
    card = legal(hand, trick, previous)[0]
    object.__setattr__(hand[-1], "text", "C2")
    object.__setattr__(hand[-1], "suit", hand[0].suit)
    return card, None
