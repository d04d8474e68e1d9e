# expects: rules=passed purity=passed
"""Honest: a table that grows by a row with every move, which takes long for whoever is asked late in a fresh process."""
import functools


@functools.lru_cache
def rows(number):
    for _ in range(700_000):
        pass
    return number and 1 + rows(number - 1)


def play(player_id, hand, trick, previous) -> tuple[Card, int]:
    moves = 0 if previous is None else previous[1]
    options = legal(hand, trick, previous)
    return options[rows(moves) % len(options)], moves + 1
