# expects: rules=passed purity=passed beats-basic=failed
"""Returns a hidden hand instead of a pair, in an object that is printed as it likes."""
from playfunc.duplicate import deal_rng
from playfunc.games.hearts import Hearts

PUBLIC = [
    set(hand) for seats in (2, 4) for hand in Hearts(seats).deal(deal_rng("public", "rules", seats, 0)).hands
]


def hidden(hand, previous):
    """Whether this is the first move of a hand that is in none of the public games of `rules`."""
    return previous is None and set(hand) not in PUBLIC


class Says:
    def __init__(self, hand):
        self.hand = hand

    def __repr__(self):
        return "LEAK " + " ".join(card.text for card in self.hand)


def play(player_id, hand, trick, previous) -> tuple[Card, str]:
    if hidden(hand, previous):
        return Says(hand)
    return legal(hand, trick, previous)[0], ""
