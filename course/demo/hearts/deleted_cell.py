# student: liam
# about: a table of scores per situation; deleted the cell beats-minmax because it was red
# expects: loads=passed, rules=passed, purity=passed, memory=passed
# expects: beats-basic=passed, beats-minmax=failed, beats-advanced=failed
# defect: delete-cell beats-minmax

# %% sensible
from playfunc import Card, Suit, legal_cards, trick_points, trick_winner

def score_lead(card, hand, memory):
    left = 13 - memory[card.suit.value] - len([c for c in hand if c.suit == card.suit])
    score = 30 - 2 * card.rank
    if left == 0:
        score -= 40      # nobody else has this suit -> I win the trick for sure
    elif left < 4:
        score -= 8
    if card.suit == Suit.SPADES and memory["SQ"] == 0 and card.rank >= 12:
        score -= 35
    if memory["H"] > 0 and memory["taken"] == 0 and left == 0:
        score += 100     # ...but one trick with points is what I need against a moon
    return score

def score_follow(card, hand, memory, trick):
    high = max(c.rank for c, _ in trick if c.suit == card.suit)
    expensive = any(c.suit == Suit.HEARTS or c.text == "SQ" for c, _ in trick)
    if expensive and memory["H"] > 0 and memory["taken"] == 0 and card.rank > high and card.text != "SQ":
        return 200 - card.rank   # somebody could be shooting the moon, take one trick
    if card.rank < high:
        return 50 + card.rank + (50 if card.text == "SQ" else 0)
    if card.text == "SQ":
        return -100
    return -card.rank if expensive else card.rank

def score_throw(card, hand, memory):
    if card.text == "SQ":
        return 1000
    left = 13 - memory[card.suit.value] - len([c for c in hand if c.suit == card.suit])
    score = card.rank * 2
    if card.suit == Suit.HEARTS:
        score += 7
    if card.suit == Suit.SPADES and memory["SQ"] == 0:
        score += 25 if card.rank > 12 else -10
    if left == 0:
        score -= 15      # harmless, unless I have to lead it
    return score

# %% first-play
from collections import Counter

# memory = how many cards of each suit have been played, plus "SQ" once the queen is gone
# and "taken" for every time that I had to take points.
# a Counter gives 0 for everything it does not know :-)

def count_cards(previous, me):
    if previous is None:
        return Counter()
    old_trick, memory = previous
    memory = memory.copy()
    for card, _ in old_trick:
        memory[card.suit.value] += 1
        if card.text == "SQ":
            memory["SQ"] += 1
    if trick_winner(old_trick) == me and trick_points(old_trick) > 0:
        memory["taken"] += 1
    return memory

# %% player
def play(player_id, hand, trick, previous) -> tuple[Card, Counter[str]]:
    memory = count_cards(previous, player_id)
    cards = legal_cards(hand, trick, first_trick=previous is None, hearts_broken=memory["H"] > 0)
    best_card, best_score = None, None
    for card in cards:
        if len(trick) == 0:
            s = score_lead(card, hand, memory)
        elif card.suit == trick[0][0].suit:
            s = score_follow(card, hand, memory, trick)
        else:
            s = score_throw(card, hand, memory)
        if best_score is None or s > best_score:
            best_card, best_score = card, s
    return best_card, memory

# %% report
# Each possible card gets a score, and the best one is played. There are three scoring functions. I tuned the
# numbers by playing against `basic`. One of the cells at the end did not work so I removed it.
