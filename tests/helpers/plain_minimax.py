"""Two-player Hearts by plain minimax over the readable rules: no pruning, no table, no equivalence.

The oracle for everything that solves Hearts faster.
"""

import random

from playfunc.cards import Card
from playfunc.games.hearts import DECK, Hearts, HeartsState

RULES = Hearts(2)


def plain_scores(state: HeartsState) -> tuple[int, ...]:
    """What both will have if each plays for the lowest own score, looked at to the very end."""
    if not RULES.to_act(state):
        return RULES.scores(state)
    return min(
        (plain_scores(RULES.play(state, {state.turn: card})) for card in _legal(state)),
        key=lambda scores: scores[state.turn],
    )


def plain_values(state: HeartsState) -> dict[Card, int]:
    """For every legal card what the seat to move will have."""
    return {card: plain_scores(RULES.play(state, {state.turn: card}))[state.turn] for card in _legal(state)}


def _legal(state: HeartsState) -> list[Card]:
    return RULES.legal(RULES.view(state, state.turn))


def small_deal(rng: random.Random, size: int, hearts: float = 0.5) -> HeartsState:
    """A hand of `size` cards each that is about to be opened, about `hearts` of them point cards.

    C2 is among them in about half of all: the first trick's rules then bite.
    """
    points = [card for card in DECK if card.text == "SQ" or card.text[0] == "H"]
    others = [card for card in DECK if card not in points]
    number = min(len(points), round(2 * size * hearts))
    cards = rng.sample(points, number) + rng.sample(others, 2 * size - number)
    if rng.random() < 0.5 and DECK[0] not in cards:
        cards[-1] = DECK[0]
    rng.shuffle(cards)
    return RULES.from_hands([cards[:size], cards[size:]])


def late_position(rng: random.Random, cards: int) -> HeartsState:
    """A whole deal after so many random cards."""
    state = RULES.deal(rng)
    for _ in range(cards):
        state = RULES.play(state, {state.turn: rng.choice(_legal(state))})
    return state


def moon_position(rng: random.Random, size: int) -> HeartsState:
    """A late position in which at most one player has points: the hearts and SQ that are gone were won by
    the same seat, or by nobody."""
    shooter = rng.randrange(2)
    played = 52 - 2 * size
    while True:
        state = RULES.deal(rng)
        while sum(map(len, state.hands)) > 2 * size:
            card = min(
                rng.sample(_legal(state), min(3, len(_legal(state)))),
                key=lambda card: _spoils(state, card, shooter),
            )
            state = RULES.play(state, {state.turn: card})
        if 52 - sum(map(len, state.hands)) == played and 0 in RULES.points_taken(state):
            return state


def _spoils(state: HeartsState, card: Card, shooter: int) -> int:
    after = RULES.play(state, {state.turn: card})
    return RULES.points_taken(after)[1 - shooter]
