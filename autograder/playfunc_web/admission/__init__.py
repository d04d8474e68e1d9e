"""From an upload to a player on the ladder.

uploads   accepts a file: limits, version, job, all in one transaction
sources   a version's file → the player in it
checks    the checks of a version → admitted, refused, or broken on our side
meeting   the provisional rating: its games against the rungs
private   what only the owner sees of a check, made fit to be kept
"""
