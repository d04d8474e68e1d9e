"""The statistics site of SkullWhist's server, open to all.

here      what pages ask of a request
games     games → rows of a list
home      what is played here, and where to begin
lists     the list of games, page by page
bots      the list of bots, and one bot
game      one game, its replay, and what its moves cost
versus    two bots head to head
records   the best of all bots
rounds    rounds a minute over the last hour
"""
