# student: rosa
# about: looks into the first turn's missing history
# expects: loads=passed, rules=failed
# expects: beats-basic=skipped, beats-minmax=skipped

# %% player
def play(player_id, position, my_points, their_points, previous):
    (mine, theirs), memory = previous
    return min(my_points, theirs + 1), None
