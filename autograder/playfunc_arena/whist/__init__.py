"""SkullWhist between two bots that move when they like, within a time: no HTTP, no database, and no clock of its own.

live      the game, a frozen value with its due times, and the steps that lead from one to the next
view      what one bot may know of it, and what everybody may know once it is over
pairing   waiting bots → pairs
recorded  a game that is over → a record, to replay and review
"""
