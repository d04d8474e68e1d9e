"""Contests: players of any kind meet, and the standings say how sure they are.

entrants   players by name → who takes part, each tried first
formats    games to be played and their outcomes; contests: pairings, scores, the field of players
plan       how long a contest takes, and what each process of a player sees
play       fixtures → outcomes, in processes side by side
ratings    outcomes → one number each
standings  outcomes → rows with intervals, records and ratings; text; head to head
store      what is kept on disk, so that a contest can be stopped and gone on with
run        all of it together
"""
