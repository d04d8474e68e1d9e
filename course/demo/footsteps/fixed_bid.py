# student: otis
# about: one more than minmax bids in the middle, and one and two cells on: enough for both opponents, and predictable
# expects: loads=passed, rules=passed, purity=passed
# expects: beats-basic=passed, beats-minmax=passed, unexploitable=failed
# enters: the contest

# %% player
BIDS = {0: 2, 1: 17, 2: 21}


def fixed(position, my_points):
    return min(my_points, BIDS.get(position, 8))


def play(player_id, position, my_points, their_points, previous):
    return fixed(position, my_points), None


def mix(position, my_points, their_points):
    return {fixed(position, my_points): 1.0}
