# student: pia
# about: any legal bid
# expects: loads=passed, rules=passed, purity=passed
# expects: beats-basic=failed, unexploitable=failed
# enters: the contest

# %% player
def play(player_id, position, my_points, their_points, previous):
    return random.randint(min(1, my_points), my_points), None


def mix(position, my_points, their_points):
    bids = range(min(1, my_points), my_points + 1)
    return {bid: 1 / len(bids) for bid in bids}
