"""Hearts, for two and for four."""

import random
from collections.abc import Sequence
from dataclasses import replace

from game_facts import Facts
from playfunc.cards import Card
from playfunc.games.hearts import DECK, HeartsState


def cards(state: HeartsState) -> list[Card]:
    played = [card for trick in (*state.history, state.trick) for card, _ in trick]
    return played + [card for hand in state.hands for card in hand]


def hide(state: HeartsState, seat: int, rng: random.Random) -> HeartsState:
    """Deals the others' cards round again; a lone opponent gets any cards but the seat's own."""
    own = state.hands[seat]
    others = [card for other, hand in enumerate(state.hands) if other != seat for card in hand]
    pool = others if len(state.hands) > 2 else [card for card in DECK if card not in own]
    rng.shuffle(pool)
    return replace(
        state,
        hands=tuple(
            own if other == seat else tuple(sorted(pool.pop() for _ in hand))
            for other, hand in enumerate(state.hands)
        ),
    )


def fair(scores: Sequence[float]) -> bool:
    moon = sorted(scores) == [0] + [26] * (len(scores) - 1)
    return moon or (sum(scores) == 26 and min(scores) >= 0)


TABLES = [
    Facts(game="hearts", parameters={"seats": seats}, moves=DECK, cards=cards, hide=hide, fair=fair)
    for seats in (2, 4)
]
