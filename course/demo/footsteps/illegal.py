# student: quin
# about: bids ten whatever is left
# expects: loads=passed, rules=failed
# expects: beats-basic=skipped, beats-minmax=skipped

# %% player
def play(player_id, position, my_points, their_points, previous):
    return 10, None
