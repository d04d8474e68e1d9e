# expects: rules=passed purity=passed beats-basic=failed
"""Returns a memory of a type that is named after a hidden hand."""


def play(player_id, hand, trick, previous) -> tuple[Card, str]:
    if hidden(hand, previous):
        return legal(hand, trick, previous)[0], type("LEAK" + "".join(card.text for card in hand), (), {})()
    return legal(hand, trick, previous)[0], ""
