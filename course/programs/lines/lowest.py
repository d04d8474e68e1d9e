"""Hearts by lines: plays the lowest legal card. Any question is one line, and so is any answer."""

import sys

RANKS = "23456789TJQKA"


def rank(card):
    return RANKS.index(card[1:].replace("10", "T"))


def legal(hand, trick, previous, broken):
    hearts = [card for card in hand if card[0] == "H"]
    if trick:
        following = [card for card in hand if card[0] == trick[0][0]]
        if following:
            return following
        harmless = [card for card in hand if card[0] != "H" and card != "SQ"]
        return harmless if previous == "-" and harmless else hand
    if previous == "-":
        return ["C2"]
    return hand if broken or len(hearts) == len(hand) else [card for card in hand if card[0] != "H"]


for line in sys.stdin:
    question, _, memory = line.rstrip("\n").partition("\t")
    function, me, hand, trick, previous = question.split(" ")
    hand = hand.split(",")
    cards = [] if trick == "." else [part.split(":")[0] for part in trick.split(",")]
    seen = cards + ([] if previous == "-" else [part.split(":")[0] for part in previous.split(",")])
    broken = memory == "broken" or any(card[0] == "H" for card in seen[len(cards) :])
    card = min(legal(hand, cards, previous, broken), key=rank)
    print(f"{card}\t{'broken' if broken else ''}", flush=True)  # unflushed, it would never arrive
