"""Hands of Hearts that are walked through."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from hypothesis import strategies as st
from playfunc import DECK, Hearts
from playfunc.games.hearts import HeartsState, HeartsView


@dataclass(frozen=True)
class Game:
    rules: Hearts
    states: tuple[HeartsState, ...]

    @property
    def last(self) -> HeartsState:
        return self.states[-1]

    def positions(self) -> Iterator[HeartsView]:
        return (self.rules.view(state, state.turn) for state in self.states if self.rules.to_act(state))


def finish(rules: Hearts, state: HeartsState, choose) -> Game:
    passed = [state]
    while rules.to_act(state):
        card = choose(state.turn, rules.legal(rules.view(state, state.turn)))
        state = rules.play(state, {state.turn: card})
        passed.append(state)
    return Game(rules, tuple(passed))


def random_game(seats: int, seed: int) -> Game:
    """Deals from even to lopsided (a deck in order, then so many swaps); seats that play at random, low or
    high."""
    rules, rng = Hearts(seats), random.Random(seed)
    deck = sorted(DECK, key=lambda card: (card.rank, rng.random()))
    for _ in range(rng.choice([0, 5, 20, 400, 400, 400])):
        i, j = rng.randrange(52), rng.randrange(52)
        deck[i], deck[j] = deck[j], deck[i]
    size = 52 // seats
    hands = [deck[size * seat : size * (seat + 1)] for seat in range(seats)]
    styles = [rng.choice([rng.choice, rng.choice, min, max]) for _ in hands]
    return finish(rules, rules.from_hands(hands), lambda seat, legal: styles[seat](legal))


def games() -> st.SearchStrategy[Game]:
    return st.builds(random_game, st.sampled_from([2, 4]), st.integers(0, 10**6))
