"""Hands that the other may hold, as likely as what a player knows makes them: every one, or a sample."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

from playfunc.cards import WhistCard
from playfunc.games.skullwhist import HAND, SkullWhistView
from playfunc.rules import Seat

from playfunc_opponents.skullwhist.beliefs import Beliefs, begin, expected_tricks, likelihood, look, unseen

__all__ = ["EVERY", "Worlds", "bid_chances", "known_at", "worlds_of"]

EVERY = 500
"""Up to so many hands are all counted, which leaves nothing to chance: two cards and fewer, usually."""

MOST = 1.01
"""The highest likelihood of a bid."""


@dataclass(frozen=True, slots=True)
class Worlds:
    """Hands of `WhistCard.index` numbers, and the weight of each; `every` tells that there are no others.

    The weights of a sample are all 1: likelier hands are in it more often.
    """

    hands: Sequence[tuple[int, ...]]
    weights: Sequence[float]
    every: bool


def known_at(view: SkullWhistView) -> Beliefs:
    """What an attentive player at this seat knows."""
    played = [card for trick in (*view.history, view.trick) for card, seat in trick if seat == view.seat]
    beliefs, me = begin([*view.hand, *played]), _name(view.seat)
    for trick in view.history:
        beliefs = look(me, (), (tuple((card, _name(seat)) for card, seat in trick), beliefs))
    return look(me, tuple((card, _name(seat)) for card, seat in view.trick), ((), beliefs))


def _name(seat: Seat) -> str:
    return str(seat)


def worlds_of(view: SkullWhistView, count: int, every: int = EVERY, luck: str = "") -> Worlds:
    """Hands for the other, all of them if there are at most `every`, else a sample of `count`.

    The same view and `luck` give the same sample.
    """
    beliefs = known_at(view)
    size = len(view.hand) - len(view.trick)
    pool = [card.index for card in unseen(beliefs)]
    bid = view.bids[1 - view.seat]
    shown = expected_tricks(beliefs.theirs)
    worths = {card: expected_tricks([WhistCard.deck()[card]]) for card in pool}

    def weight(hand: Sequence[int]) -> float:
        return 1.0 if bid is None else likelihood(bid, shown + sum(worths[card] for card in hand))

    if comb(len(pool), size) <= every:
        hands = list(combinations(pool, size))
        return Worlds(hands, [weight(hand) for hand in hands], True)
    rng = random.Random(f"{view!r}{luck}")
    hands = []
    while len(hands) < count:
        hand = tuple(rng.sample(pool, size))
        if bid is None or rng.random() * MOST < weight(hand):
            hands.append(hand)
    return Worlds(hands, [1.0] * count, False)


def bid_chances(hand: Sequence[int]) -> list[float]:
    """How likely a player with these cards makes each bid, 1 first."""
    worth = expected_tricks([WhistCard.deck()[card] for card in hand])
    chances = [likelihood(bid, worth) for bid in range(1, HAND + 1)]
    total = sum(chances)
    return [chance / total for chance in chances]
