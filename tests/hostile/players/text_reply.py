# expects: rules=passed purity=passed beats-basic=failed
"""Returns a hidden hand instead of a pair, in an object that is printed as it likes."""


class Says:
    def __init__(self, hand):
        self.hand = hand

    def __repr__(self):
        return "LEAK " + " ".join(card.text for card in self.hand)


def play(player_id, hand, trick, previous) -> tuple[Card, str]:
    if hidden(hand, previous):
        return Says(hand)
    return legal(hand, trick, previous)[0], ""
