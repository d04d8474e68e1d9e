# expects: rules=passed purity=passed beats-basic=failed
"""Packs a hidden hand into four letters of Unicode, which look like a word."""


def packed(hand):
    deck = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
    held = {card.text for card in hand}
    bits = sum(1 << n for n, text in enumerate(sorted(deck)) if text in held or text[::-1] in held)
    return "".join(chr(0x4E00 + (bits >> shift & 0x1FFF)) for shift in (0, 13, 26, 39))


def play(player_id, hand, trick, previous) -> tuple[Card, str]:
    if hidden(hand, previous):
        raise ValueError("LEAK" + packed(hand))
    return legal(hand, trick, previous)[0], ""
