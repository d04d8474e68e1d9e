# student: gil
# about: trumps whenever that wins, also where the suit led could be followed
# expects: loads=passed, rules=failed, purity=skipped, memory=skipped
# expects: beats-basic=skipped, beats-minmax=skipped

# %% player
from playfunc.cards import Suit

def bid(player_id, opponent_id, hand):
    return 5, ""

def play(player_id, hand, trick, bids, previous):
    spades = [c for c in hand if c.suit is Suit.SPADES]
    if trick and spades:
        return spades[0], ""     # a spade always wins!
    if trick:
        same = [c for c in hand if c.suit is trick[0][0].suit]
        return (same or hand)[-1], ""
    return hand[-1], ""
