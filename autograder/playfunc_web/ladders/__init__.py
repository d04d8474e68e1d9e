"""Ladders and what is played on them.

ladders      one for each contest of each installed game, with its house players and its unit
planning     an official run before it is played: its field, its budget, its deals; what house players cost
schedule     official runs as work of the queue: every night, at the freeze, and after it
playing      versions → players; an official run while it is played
run_completion  what a run led to, its phases, and its digest
games        one game, its record, its neighbours, the next one to watch
"""
