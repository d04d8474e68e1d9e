# expects: rules=passed purity=failed
"""Counts its calls in a module of Python's, in a closure, and in a generator."""
import math


def counting():
    number = 0
    while True:
        number += 1
        yield number


math.calls = counting()


def play(player_id, hand, trick, previous) -> tuple[Card, int]:
    return legal(hand, trick, previous)[0], next(math.calls) % 7
