# student: lena
# about: looks a hand up in a table that lacks hands with two aces
# expects: loads=passed, rules=failed, purity=skipped, memory=skipped
# expects: beats-basic=skipped, beats-minmax=skipped

# %% player
from playfunc.games.blackjack import Hit, Stand

HARD = {points: Hit if points < 16 else Stand for points in range(4, 22)}
SOFT = {points: Hit if points < 18 else Stand for points in range(13, 22)}

def play(player_id, hand, visible, stake, chips, previous):
    points = 0
    for card in hand:
        if card == "A":
            points += 11
        elif card in "TJQK":
            points += 10
        else:
            points += int(card)
    if "A" in hand:
        return SOFT[points], None
    return HARD[points], None
