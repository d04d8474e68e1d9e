# expects: rules=passed purity=failed
"""Counts its calls in an attribute of its own function."""


def play(player_id, hand, trick, previous) -> tuple[Card, int]:
    play.calls = getattr(play, "calls", 0) + 1
    options = legal(hand, trick, previous)
    return options[play.calls % len(options)], 0
