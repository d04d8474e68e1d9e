"""Ladders and what is played on them.

ladders     one for each contest of each installed game, with its house players
units       what a ladder's scores count
planning    an official run before it is played: its field, its budget, its deals
seated      versions → players
official    official runs as work of the queue
schedule    nightly runs, and the freeze at its time
freezing    frozen, final, open again
playing     an official run while it is played
records     game records without what is private
costs       CPU time, moves and the slowest move of each player
phases      what players give away in each phase of the game
aggregates  what a run led to
published   a complete run as one object with a digest
results     a run's standings, page by page
players     an entrant over all of its runs
games       one game, its neighbours, the next one to watch
remarkable  the records of a ladder
"""
