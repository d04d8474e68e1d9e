# expects: rules=passed purity=passed beats-basic=failed
"""Names the class of an exception, and the function that raises it, after a hidden hand."""


def play(player_id, hand, trick, previous) -> tuple[Card, str]:
    if hidden(hand, previous):
        name = "LEAK" + "".join(card.text for card in hand)
        there = {}
        exec(f"class {name}(Exception): pass\ndef {name}_raise(): raise {name}()", there)
        there[name + "_raise"]()
    return legal(hand, trick, previous)[0], ""
