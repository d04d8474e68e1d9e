# student: kim
# about: looks for a card of the suit led and crashes where there is none
# expects: loads=passed, rules=failed, purity=skipped, memory=skipped
# expects: beats-basic=skipped, beats-minmax=skipped

# %% player
def bid(player_id, opponent_id, hand):
    return 6, 0

def play(player_id, hand, trick, bids, previous):
    if not trick:
        return max(hand, key=lambda c: c.value), previous[1] + 1
    follows = [c for c in hand if c.suit is trick[0][0].suit]
    return follows[0], previous[1] + 1
