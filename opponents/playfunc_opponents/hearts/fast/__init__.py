"""Searches in compiled code (plain Python without numba, to the same moves): see `playfunc.games.hearts.fast`.

`alphabeta`: two players, all cards known. `tree`: four players, imagined `worlds`.
"""
