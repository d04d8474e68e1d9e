"""Estimated costs of cards: against exact ones on endings, and what is known of their errors."""

import random
from dataclasses import replace

import pytest
from playfunc import FunctionPlayer, Hearts, play_game
from playfunc.compiled.native import NATIVE
from playfunc.record import states
from playfunc_opponents.hearts import basic
from playfunc_opponents.hearts.reviewer import REVIEWER, SYSTEMATIC, UNMEASURED, estimated_prices, review
from playfunc_opponents.hearts.solver import Solver, equivalents
from playfunc_opponents.reviewer import Effort

pytestmark = pytest.mark.broad

SOLVER = Solver(16)


def hand(seats: int, seed: int):
    rules = Hearts(seats)
    players = [FunctionPlayer(basic.play, rules, name=f"p{seat}") for seat in range(seats)]
    return play_game(rules, rules.deal(random.Random(seed)), players)


def choices(record, least: int, most: int):
    """The positions of a two-player hand with a choice, and so many cards in the larger hand."""
    for state in list(states(record))[: len(record.moves)]:
        if least <= max(map(len, state.hands)) <= most and len(set(equivalents(state).values())) > 1:
            yield state


def test_between_two_an_ending_is_estimated_as_it_is_solved() -> None:
    """Once the rest is solved in every world, an estimate is the exact cost."""
    seen = 0
    for seed in range(3):
        for state in choices(hand(2, seed), 3, 16):
            if state.trick or len(state.hands[0]) > 16:
                continue
            values = SOLVER.values(state)
            least = min(values.values())
            for price in estimated_prices(state, 8, 1, SOLVER):
                [exact] = [value - least for card, value in values.items() if card.text == price.move]
                assert abs(price.lost - exact) <= price.margin
                seen += price.margin == SYSTEMATIC and price.lost == exact
    assert seen > 100


@pytest.mark.skipif(not NATIVE, reason="without numba the exact costs of early cards take minutes")
def test_early_estimates_seldom_call_a_good_card_a_mistake() -> None:
    """Of the cards that cost nothing; and intervals hold what the exact cost is, nine times in ten."""
    good = wrong = held = priced = 0
    for seed in range(6):
        for state in list(choices(hand(2, 100 + seed), 20, 24))[::4]:
            values = SOLVER.values(state)
            least = min(values.values())
            for price, value in zip(estimated_prices(state, 20, 1, SOLVER), values.values(), strict=True):
                exact = value - least
                priced += 1
                held += abs(price.lost - exact) <= price.margin
                good += exact == 0
                wrong += exact == 0 and price.sure
    assert good > 50
    assert wrong <= 0.05 * good
    assert held >= 0.85 * priced


def test_the_best_card_of_an_estimate_is_no_surer_than_the_others() -> None:
    state = next(choices(hand(2, 1), 24, 26))
    best = min(estimated_prices(state, 8, 1, SOLVER), key=lambda price: abs(price.lost))
    assert (best.exact, best.margin >= SYSTEMATIC) == (False, True)


def test_a_forced_card_costs_nothing_for_sure() -> None:
    forced = next(state for state in states(hand(4, 1)) if len(equivalents(state)) == 1)
    [price] = estimated_prices(forced, 8, 1, SOLVER)
    assert (price.lost, price.exact) == (0, True)


def test_a_hand_is_solved_as_far_as_its_steps_go_and_estimated_before() -> None:
    record = hand(2, 4)
    whole = review(record, steps=None, solver=Solver(16))
    short = review(record, steps=2_000, worlds=8, solver=Solver(16))
    assert all(cost.exact for cost in whole.costs)
    assert short.costs[-20:] == whole.costs[-20:]
    assert not all(cost.exact for cost in short.costs)
    assert short == review(record, steps=2_000, worlds=8, solver=Solver(16))


def test_what_is_neither_solved_nor_estimated_says_so() -> None:
    record = hand(2, 5)
    found = review(record, exact_from=10, worlds=0, solver=SOLVER)
    unknown = [cost for cost in found.costs if cost.unmeasured]
    assert unknown
    assert {cost.unmeasured for cost in unknown} == {UNMEASURED}
    assert str(found.total(0)).startswith("at least ")
    prices = REVIEWER.prices(record, 0, record.moves[0].seat, Effort(worlds=0, exact_from=10))
    assert (prices.moves, prices.unmeasured) == ((), UNMEASURED)


@pytest.mark.parametrize("seats", [2, 4])
def test_a_price_is_the_same_whoever_plays_and_whatever_follows(seats: int) -> None:
    record, effort = hand(seats, 2), Effort(worlds=8, exact_from=1)
    renamed = replace(record, players=tuple("abcd"[:seats]), moves=record.moves[:9], scores=None)
    seat = record.moves[8].seat
    prices = REVIEWER.prices(record, 8, seat, effort)
    assert prices.moves
    assert prices == REVIEWER.prices(renamed, 8, seat, effort)


def test_kinds_and_phases_are_those_of_the_tricks() -> None:
    found = review(hand(4, 2), worlds=4)
    assert [cost.kind for cost in found.costs if cost.at % 4 == 0] == ["lead"] * 13
    assert {cost.kind for cost in found.costs if cost.at % 4} == {"follow-suit play", "discard"}
    assert [found.costs[at].phase for at in (0, 19, 51)] == [
        "tricks 1 to 4",
        "tricks 5 to 8",
        "tricks 9 to 13",
    ]
