"""Ladders and what is played on them.

ladders      one for each contest of each installed game, with its house players and its unit
load_player  versions → players
house_costs  what house players cost
planning     an official run before it is played: its field, its budget, its deals
schedule     official runs as work of the queue: every night, at the freeze, and after it
playing      an official run while it is played
run_completion  what a run led to, its phases, and its digest
results      a run's standings, page by page
games        one game, its record, its neighbours, the next one to watch
"""
