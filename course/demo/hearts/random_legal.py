# student: bea
# about: a uniformly random legal card, and nothing more
# expects: loads=passed, rules=passed, purity=passed
# expects: beats-basic=failed, beats-minmax=failed, beats-advanced=failed

# %% player
import random

from playfunc import legal_cards


def play(player_id, hand, trick, previous):
    if previous == None:
        broken = False
    else:
        last_trick, broken = previous
        for card, who in last_trick:
            if card.suit.value == "H":
                broken = True
    # any legal card will do, its a game of luck anyway
    cards = legal_cards(hand, trick, first_trick=previous == None, hearts_broken=broken)
    number = int(random.random() * len(cards))
    return cards[number], broken

# %% report
# My player plays a random card. I ran out of time because of the networks assignment,
# but it is always legal (thats why it remembers if hearts are broken).
