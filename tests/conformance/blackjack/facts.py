"""BlackJack, for one, two and four."""

import random
from collections.abc import Sequence
from dataclasses import replace

from game_facts import Facts
from playfunc.games.blackjack import Bet, BlackJackState, Double, Hit, Stand

HANDS = 3


def cards(state: BlackJackState) -> list[str]:
    return [*"".join(state.shoes)]


def hide(state: BlackJackState, seat: int, rng: random.Random) -> BlackJackState:
    """Shuffles the hole card with all that is still to be drawn, and gives the others other chips."""
    chips = tuple(c if owner == seat else c + rng.randrange(50) for owner, c in enumerate(state.chips))
    now = state.number // HANDS
    drawn = state.shoes[now][: state.drawn]
    unseen = list(state.shoes[now][state.drawn :]) + ([state.dealer[1]] if state.queue else [])
    rng.shuffle(unseen)
    dealer = state.dealer[0] + unseen.pop() if state.queue else state.dealer
    shoes = list(state.shoes)
    shoes[now] = drawn + "".join(unseen)
    for later in range(now + 1, len(shoes)):
        shoes[later] = "".join(rng.sample(shoes[later], len(shoes[later])))
    return replace(state, shoes=tuple(shoes), dealer=dealer, chips=chips)


def fair(scores: Sequence[float]) -> bool:
    return all(type(s) is int and s >= 0 for s in scores)


TABLES = [
    Facts(
        game="blackjack",
        parameters={"seats": seats, "rounds": rounds, "hands": HANDS, "chips": 60},
        moves=[Hit, Stand, Double, *map(Bet, (0, 1, 2, 5, 9, 10, 11, 29, 30, 60, 61, 110, 500))],
        cards=cards,
        hide=hide,
        fair=fair,
    )
    for seats, rounds in ((1, 2), (2, 2), (4, 1))
]
