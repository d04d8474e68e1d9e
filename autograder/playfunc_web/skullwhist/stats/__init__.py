"""The statistics site of SkullWhist's server, open to all.

home   what is played here, and rounds a minute over the last hour
games  the list of games, page by page; one game, its replay, and what its moves cost
bots   the list of bots, one bot, two of them head to head, the best of all
"""
