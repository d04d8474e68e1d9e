"""Positions of SkullWhist for opponents."""

import random
from functools import cache

from playfunc.games.skullwhist import SkullWhist, SkullWhistState


@cache
def plain(leader: tuple[int, ...], other: tuple[int, ...]) -> int:
    """Tricks of the leader, by minimax over every card, from the rules' words alone."""
    if not leader:
        return 0
    return max(plain_lead(leader, other, lead) for lead in leader)


def plain_lead(leader, other, lead) -> int:
    same = [card for card in other if card // 13 == lead // 13]
    return min(plain_trick(leader, other, lead, reply) for reply in same or other)


def plain_trick(leader, other, lead, reply) -> int:
    rest = tuple(card for card in leader if card != lead), tuple(card for card in other if card != reply)
    if reply // 13 == 3 if reply // 13 != lead // 13 else reply > lead:
        return len(leader) - 1 - plain(rest[1], rest[0])
    return 1 + plain(*rest)


def hands(seed: int, size: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Some deals from the whole deck, some from few suits, so that lengths and trumps differ."""
    rng = random.Random(seed)
    deck = range(52) if seed % 3 else [*range(8), *range(39, 52)]
    dealt = rng.sample(deck, 2 * size)
    return tuple(sorted(dealt[:size])), tuple(sorted(dealt[size:]))


def positions(size: int, count: int) -> list[SkullWhistState]:
    """States of games between random players in which the one to play holds this number of cards."""
    rules, found = SkullWhist(), []
    for number in range(count):
        rng = random.Random(number)
        state = rules.deal(rng)
        while len(state.hands[state.turn]) > size or None in state.bids:
            (seat,) = rules.to_act(state)
            state = rules.play(state, {seat: rng.choice(list(rules.legal(rules.view(state, seat))))})
        found.append(state)
    return found
