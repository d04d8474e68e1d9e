"""Ladders and what is played on them.

ladders      one for each contest of each installed game, with its built-in players, what these cost, and its unit
schedule     official runs before they are played: field, budget and deals; every night, at the freeze, and after it
playing      versions → players; an official run while it is played
run_completion  what a run led to, its phases, and its digest
games        one game, its record, its neighbours, the next one to watch
"""
