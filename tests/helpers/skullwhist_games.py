"""Games of SkullWhist with given cards."""

from playfunc.cards import WhistCard


def cards(text: str) -> tuple[WhistCard, ...]:
    return tuple(map(WhistCard, text.split()))
