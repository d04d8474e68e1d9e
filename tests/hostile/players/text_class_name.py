# expects: rules=passed purity=passed beats-basic=failed
"""Names the class of an exception, and the function that raises it, after a hidden hand."""
from playfunc.duplicate import deal_rng
from playfunc.games.hearts import Hearts

PUBLIC = [
    set(hand) for seats in (2, 4) for hand in Hearts(seats).deal(deal_rng("public", "rules", seats, 0)).hands
]


def hidden(hand, previous):
    """Whether this is the first move of a hand that is in none of the public games of `rules`."""
    return previous is None and set(hand) not in PUBLIC


def play(player_id, hand, trick, previous) -> tuple[Card, str]:
    if hidden(hand, previous):
        name = "LEAK" + "".join(card.text for card in hand)
        there = {}
        exec(f"class {name}(Exception): pass\ndef {name}_raise(): raise {name}()", there)
        there[name + "_raise"]()
    return legal(hand, trick, previous)[0], ""
