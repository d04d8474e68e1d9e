"""Positions of BlackJack for opponents."""


def less(counts: tuple[int, ...], value: int) -> tuple[int, ...]:
    return tuple(count - (place == value) for place, count in enumerate(counts, 1))
