"""The fast rules against the readable ones: the same legal cards, errors, positions and scores."""

from __future__ import annotations

import random

import pytest
from playfunc.errors import IllegalMoveError
from playfunc.games.hearts import DECK, Hearts, HeartsState
from playfunc.games.hearts.fast import positions as fast
from playfunc.games.hearts.fast.bits import cards_of


def _deal(rules: Hearts, rng: random.Random) -> HeartsState:
    """Whole deals, and small ones, in which hearts, the queen and missing openings are common."""
    if rng.random() < 0.4:
        return rules.deal(rng)
    size = rng.randint(1, 6)
    pool = rng.choice([DECK, DECK[26:], DECK[33:], (*DECK[:6], *DECK[33:])])
    cards = rng.sample(pool, min(size * rules.seats, len(pool) // rules.seats * rules.seats))
    return rules.from_hands([cards[seat :: rules.seats] for seat in range(rules.seats)])


def _compare(rules: Hearts, state: HeartsState, rng: random.Random) -> int:
    """Play at random to the end, comparing everything at every position; how many there were."""
    position = fast.from_state(state)
    count = 0
    while rules.to_act(state):
        assert fast.to_act(position) == state.turn
        view = rules.view(state, state.turn)
        legal = rules.legal(view)
        assert cards_of(fast.legal_cards(position)) == tuple(legal)
        for card in (rng.choice(DECK), *rng.sample(view.hand, min(2, len(view.hand)))):
            error = fast.ERRORS[fast.broken_rule(position, 1 << card.index)]
            assert error is _error(rules, view, card)
        card = rng.choice(legal)
        state = rules.play(state, {state.turn: card})
        fast.play(position, 1 << card.index)
        if not state.trick or rng.random() < 0.2:
            assert list(position) == list(fast.from_state(state))
        count += 1
    assert fast.to_act(position) == -1
    assert tuple(fast.scores(position, seat) for seat in range(rules.seats)) == rules.scores(state)
    return count


def _error(rules: Hearts, view, card) -> type[IllegalMoveError] | None:  # type: ignore[no-untyped-def]
    try:
        rules.check(view, card)
    except IllegalMoveError as error:
        return type(error)
    return None


def _positions(seats: int, wanted: int) -> None:
    rules, rng, count = Hearts(seats), random.Random(seats), 0
    while count < wanted:
        count += _compare(rules, _deal(rules, rng), rng)


@pytest.mark.parametrize("seats", [2, 4])
def test_the_fast_rules_are_the_readable_rules(seats: int) -> None:
    _positions(seats, 5_000)


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 4])
def test_the_fast_rules_are_the_readable_rules_on_millions_of_positions(seats: int) -> None:
    _positions(seats, 1_500_000)
