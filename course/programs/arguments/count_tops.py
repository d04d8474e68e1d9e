"""SkullWhist by arguments: bids its high cards and spades, plays its highest card when it can win, else its lowest.

Started anew for every move; what it returned to remember is its last argument.
"""

import sys


def value(card):
    return int(card[1:])


def beats(card, other):
    return value(card) > value(other) if card[0] == other[0] else card[0] == "S"


words = sys.argv[1:]
if words[0] == "bid":
    _, me, opponent, hand, memory = words
    strong = [card for card in hand.split(",") if value(card) > (7 if card[0] == "S" else 11)]
    print(max(1, len(strong)))
else:
    _, me, hand, trick, bids, previous, memory = words
    hand = sorted(hand.split(","), key=lambda card: (value(card), card))
    if trick == ".":
        print(hand[-1])
    else:
        led = trick.split(":")[0]
        legal = [card for card in hand if card[0] == led[0]] or hand
        winning = [card for card in legal if beats(card, led)]
        print((winning or legal)[0])
