"""SkullWhist."""

import random
from collections.abc import Sequence
from dataclasses import replace

from game_facts import Facts
from playfunc.cards import WhistCard
from playfunc.games.skullwhist import SkullWhistState


def cards(state: SkullWhistState) -> list[WhistCard]:
    played = [card for trick in (*state.history, state.trick) for card, _ in trick]
    return [*played, *state.unseen, *(card for hand in state.hands for card in hand)]


def hide(state: SkullWhistState, seat: int, rng: random.Random) -> SkullWhistState:
    """Mixes the other hand with the cards thrown away; before both have bid, also who leads, and a bid."""
    other = 1 - seat
    pool = [*state.hands[other], *state.unseen]
    rng.shuffle(pool)
    size = len(state.hands[other])
    hands = {seat: state.hands[seat], other: tuple(sorted(pool[:size]))}
    changed = replace(state, hands=(hands[0], hands[1]), unseen=tuple(pool[size:]))
    if None not in state.bids:
        return changed
    known = state.bids[other] is not None
    bids = {seat: state.bids[seat], other: rng.randint(1, 13) if known else None}
    return replace(changed, bids=(bids[0], bids[1]), turn=rng.randrange(2))


def fair(scores: Sequence[float]) -> bool:
    return all(10 <= abs(s) <= 130 and (s > 0 or s % 10 == 0) for s in scores)


TABLES = [
    Facts(game="skullwhist", moves=[*WhistCard.deck(), *range(-1, 16)], cards=cards, hide=hide, fair=fair)
]
