# student: ivo
# about: doubles after a hit, which the rules forbid
# expects: loads=passed, rules=failed, purity=skipped, memory=skipped
# expects: beats-basic=skipped, beats-minmax=skipped

# %% player
from playfunc.games.blackjack import Double, Hit, Stand

worth = {"A": 11, "T": 10, "J": 10, "Q": 10, "K": 10}

def play(player_id, hand, visible, stake, chips, previous):
    points = sum(worth.get(c) or int(c) for c in hand)
    if 10 <= points <= 13 and chips >= stake:
        return Double, None      # always good with a middling hand!
    return (Hit if points < 16 else Stand), None
