"""From a budget to the number of deals, and what a contest takes before it starts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playfunc_arena.formats import contest_format, contest_names, ladder_format
from playfunc_arena.plan import MOST, SHARED, BudgetError, expected, game_seconds, plan

COSTS = st.lists(st.floats(0.001, 60), min_size=4, max_size=40)


@given(st.sampled_from(contest_names()), COSTS, st.floats(1, 1e6))
def test_a_plan_keeps_within_its_budget_and_one_more_round_would_not(name, costs, budget):
    form = ladder_format(name)
    try:
        found = plan(form, costs, budget, 1)
    except BudgetError:
        assert expected(form, costs, form.step, 1).cpu_seconds > budget
        return
    assert found.cpu_seconds <= budget * (1 + 1e-9)
    assert found.deals % form.step == 0
    more = expected(form, costs, found.deals + form.step, 1)
    assert more.cpu_seconds > budget * (1 - 1e-9) or found.deals == form.whole(MOST * form.deals)


def test_a_plan_counts_what_is_played():
    form = contest_format("hearts-four")
    found = plan(form, [0.5, 0.25, 0.25, 0.5, 1.0], 1000.0, 2)
    assert found.deals == 100  # of 2.5 s for each of the four rotations
    assert found.games == sum(len(some) for some in form.rounds(5, found.deals, 1))
    assert (found.cpu_seconds, found.expected_seconds) == (1000.0, 1000 / (2 * SHARED))
    assert found.allowance == 4 * game_seconds("hearts")


def test_one_slow_player_does_not_take_the_deals_of_the_others():
    form = ladder_format("hearts")
    slow, slower = (plan(form, [0.01] * 9 + [cost], 3600.0, 1) for cost in (game_seconds("hearts"), 1e6))
    assert slow == slower
    assert slow.allowance < 1e6


def test_a_budget_that_is_too_small_says_what_would_do():
    with pytest.raises(BudgetError, match=r"1 s of CPU time do not pay for one round .* take 4\.0 s: raise"):
        plan(ladder_format("hearts"), [0.5, 0.5], 1.0, 1)
