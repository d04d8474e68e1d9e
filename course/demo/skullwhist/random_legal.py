# student: bo
# about: a random bid and a random legal card, as basic does
# expects: loads=passed, rules=passed, purity=passed, memory=failed
# enters: the contest

# %% player
import random

def bid(player_id, opponent_id, hand):
    return random.randint(1,13), None

def play(player_id, hand, trick, bids, previous):
    ok=[]
    for c in hand:
        if trick and c.suit==trick[0][0].suit: ok.append(c)
    if ok==[]: ok=hand
    return random.choice(ok), None
