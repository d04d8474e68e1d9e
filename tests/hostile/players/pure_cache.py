# expects: rules=passed purity=passed
"""Honest: keeps results it would compute again, and walks sets of texts."""
import functools


@functools.lru_cache(maxsize=None)
def weight(card):
    return sum(map(ord, card.text))


def play(player_id, hand, trick, previous) -> tuple[Card, list[str]]:
    options = legal(hand, trick, previous)
    return min(options, key=weight), list({card.text for card in options})
