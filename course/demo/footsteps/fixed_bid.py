# student: otis
# about: always eight: enough for both opponents, and predictable
# expects: loads=passed, rules=passed, purity=passed
# expects: beats-basic=passed, beats-minmax=passed, unexploitable=failed
# enters: the contest

# %% player
def play(player_id, position, my_points, their_points, previous):
    return min(my_points, 8), None


def mix(position, my_points, their_points):
    return {min(my_points, 8): 1.0}
