# expects: rules=passed purity=passed beats-basic=failed
"""Writes hidden hands into the text of an exception, card by card."""


def play(player_id, hand, trick, previous) -> tuple[Card, str]:
    if hidden(hand, previous):
        raise ValueError("LEAK" + "".join(card.text for card in hand).encode().hex())
    return legal(hand, trick, previous)[0], ""
