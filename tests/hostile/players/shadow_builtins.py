# expects: loads=failed
"""Replaces Python's own functions under everybody's feet."""
import builtins

builtins.isinstance = lambda *arguments: True
builtins.len = lambda value: 1
builtins.hash = lambda value: 0


def play(player_id, hand, trick, previous):
    return hand[0], None
