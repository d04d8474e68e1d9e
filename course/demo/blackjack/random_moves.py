# student: finn
# about: hits or stands by the toss of a coin
# expects: loads=passed, rules=passed, purity=passed, beats-basic=failed, beats-minmax=failed
# enters: the contest

# %% player
import random
from playfunc.games.blackjack import Hit, Stand

def play(player_id, hand, visible, stake, chips, previous):
    return random.choice([Hit, Stand]), None
