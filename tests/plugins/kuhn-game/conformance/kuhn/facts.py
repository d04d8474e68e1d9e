"""What conformance is told of Kuhn poker: every move, the cards in a state, and what a seat cannot know."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import get_args

from game_facts import Facts
from kuhn_poker.rules import CARDS, Action, KuhnState


def hide(state: KuhnState, seat: int, rng: random.Random) -> KuhnState:
    """Gives the other player the card that is left."""
    (left,) = set(CARDS) - set(state.cards)
    cards = {seat: state.cards[seat], 1 - seat: left}
    return replace(state, cards=(cards[0], cards[1]))


TABLES = [
    Facts(
        game="kuhn",
        moves=get_args(Action),
        cards=lambda state: list(state.cards),
        hide=hide,
        fair=lambda scores: sum(scores) == 0 and abs(scores[0]) in (1, 2),
    )
]
