# student: mara
# about: the best worst case one turn ahead, never mixed: enough for basic, and predictable
# expects: loads=passed, rules=passed, purity=passed
# expects: beats-basic=passed, beats-minmax=failed, unexploitable=failed

# %% player
def worst_case(position, mine, theirs, bid):
    """What this bid leaves for sure: a cell is worth a fifth of all the points."""
    answers = {1, bid, bid + 1} & set(range(1, theirs + 1)) or {0}
    return min(
        worth(position + (bid > answer) - (bid < answer), mine - bid, theirs - answer)
        for answer in answers
    )


def worth(position, mine, theirs):
    if abs(position) == 3:
        return position
    return 0.2 * position + (mine - theirs) / (mine + theirs + 1)


def careful(position, my_points, their_points):
    bids = range(1, my_points + 1) if my_points else [0]
    return max(bids, key=lambda bid: (worst_case(position, my_points, their_points, bid), -bid))


def play(player_id, position, my_points, their_points, previous):
    return careful(position, my_points, their_points), None


def mix(position, my_points, their_points):
    return {careful(position, my_points, their_points): 1.0}
