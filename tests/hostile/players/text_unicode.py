# expects: rules=passed purity=passed beats-basic=failed
"""Packs a hidden hand into four letters of Unicode, which look like a word."""
from playfunc.duplicate import deal_rng
from playfunc.games.hearts import Hearts

PUBLIC = [
    set(hand) for seats in (2, 4) for hand in Hearts(seats).deal(deal_rng("public", "rules", seats, 0)).hands
]


def hidden(hand, previous):
    """Whether this is the first move of a hand that is in none of the public games of `rules`."""
    return previous is None and set(hand) not in PUBLIC


def packed(hand):
    deck = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
    held = {card.text for card in hand}
    bits = sum(1 << n for n, text in enumerate(sorted(deck)) if text in held or text[::-1] in held)
    return "".join(chr(0x4E00 + (bits >> shift & 0x1FFF)) for shift in (0, 13, 26, 39))


def play(player_id, hand, trick, previous) -> tuple[Card, str]:
    if hidden(hand, previous):
        raise ValueError("LEAK" + packed(hand))
    return legal(hand, trick, previous)[0], ""
