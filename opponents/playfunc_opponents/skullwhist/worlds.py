"""Hands that the other may hold, as likely as what a player knows makes them: every one, or a sample."""

from __future__ import annotations

import math
import random
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb

from playfunc.cards import Suit, WhistCard
from playfunc.games.skullwhist import DECK, HAND, SkullWhistView, Trick, trick_winner
from playfunc.rules import Seat

SIDE = (0.0, 0.0, 0.0, 0.0, 0.1, 0.15, 0.25, 0.35, 0.4, 0.55, 0.65, 0.9, 1.0)
TRUMP = (0.75, 0.75, 0.75, 0.75, 0.75, 0.85, 0.9, 1.0, 1.1, 1.3, 1.35, 1.5, 1.65)
"""What a card of value 1 … 13 is worth in tricks, in a side suit and in spades: fitted to 5,000 random hands
played perfectly with both known. The sum is within 1.4 tricks of the truth (standard deviation)."""

SPREAD = 1.5
"""How far a bid usually is from what the hand is worth (standard deviation, in tricks)."""

CAUTION = 0.5
"""So much less than a hand is worth is usually bid."""

CANDIDATES = 4
"""Hands drawn for every one that is used, when a bid is taken into account."""


@dataclass(frozen=True, slots=True)
class Beliefs:
    """`mine` are the cards I was dealt, `theirs` those the other has played, `voids` suits it has run out of,
    `won` counts my tricks."""

    mine: frozenset[WhistCard]
    theirs: frozenset[WhistCard] = frozenset()
    voids: frozenset[Suit] = frozenset()
    won: int = 0


def expected_tricks(hand: Collection[WhistCard]) -> float:
    """About how many tricks thirteen cards win."""
    return sum((TRUMP if card.suit is Suit.SPADES else SIDE)[card.value - 1] for card in hand)


def begin(hand: Collection[WhistCard]) -> Beliefs:
    """What is known when the hand has been dealt."""
    return Beliefs(frozenset(hand))


def look(player_id: str, trick: Trick, previous: tuple[Trick, Beliefs]) -> Beliefs:
    """What is known now, from the trick before and the lead on the table."""
    last, beliefs = previous
    if last and trick_winner(last) == player_id:
        beliefs = replace(beliefs, won=beliefs.won + 1)
    for plays in (last, trick):
        for card, who in plays:
            if who != player_id:
                beliefs = replace(beliefs, theirs=beliefs.theirs | {card})
                if card is not plays[0][0] and card.suit is not plays[0][0].suit:
                    beliefs = replace(beliefs, voids=beliefs.voids | {plays[0][0].suit})
    return beliefs


def unseen(beliefs: Beliefs) -> list[WhistCard]:
    """The cards that may be in the other hand: not seen, and of no suit that it has run out of."""
    return [
        card
        for card in DECK
        if card not in beliefs.mine and card not in beliefs.theirs and card.suit not in beliefs.voids
    ]


def other_hands(beliefs: Beliefs, size: int, bid: int | None, count: int) -> Iterator[list[WhistCard]]:
    """`count` hands of `size` cards that the other may hold, likelier where its bid fits them."""
    pool = unseen(beliefs)
    for _ in range(count):
        if bid is None:
            yield random.sample(pool, size)
        else:
            hands = [random.sample(pool, size) for _ in range(CANDIDATES)]
            weights = [likelihood(bid, expected_tricks([*hand, *beliefs.theirs])) for hand in hands]
            yield random.choices(hands, weights)[0]


def likelihood(bid: int, worth: float) -> float:
    """How likely a hand worth so much makes a player bid this, up to a factor; never nothing."""
    return math.exp(-(((worth - CAUTION - bid) / SPREAD) ** 2) / 2) + 0.01


EVERY = 500
"""Up to so many hands are all counted, which leaves nothing to chance: two cards and fewer, usually."""

MOST = 1.01
"""The highest likelihood of a bid."""


@dataclass(frozen=True, slots=True)
class Worlds:
    """Hands of `WhistCard.index` numbers, and the weight of each; `every` tells that there are no others. The weights
    of a sample are all 1: likelier hands are in it more often."""

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
    """Hands for the other, all of them if there are at most `every`, else a sample of `count`. The same view and
    `luck` give the same sample."""
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
