"""A budget counts what was spent, by CPU and by the wall."""

import pytest
from playfunc_checks import submitted_player as module
from playfunc_checks.submitted_player import Budget, Limits, Spent


def test_the_budget_counts_what_was_spent():
    budget = Budget(Limits(total_seconds=1.0, total_wall_factor=3.0))
    budget.charge(10, Spent(cpu=0.5, wall=0.6), slowest=0.2)
    budget.charge(
        1, Spent(cpu=0.1, wall=0.1), slowest=7.0
    )  # a worker's word is not believed beyond the whole
    assert (budget.calls, budget.slowest, budget.exhausted) == (11, 0.2, False)
    budget.charge(4, Spent(cpu=0.4, wall=0.4), slowest=0.1)
    assert budget.exhausted
    assert "15 moves took 1.0 s, 66.7 ms each" in budget.fault().reason


def test_time_by_the_wall_counts_too():
    budget = Budget(Limits(total_seconds=1.0, total_wall_factor=3.0))
    budget.charge(2, Spent(cpu=0.1, wall=3.0), slowest=0.1)
    assert budget.exhausted
    assert budget.fault().reason.startswith("the 3 s of wall-clock time for all moves together")


def test_a_slower_place_has_more_seconds(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "SLOWER", 5.0)
    budget = Budget(Limits(total_seconds=1.0))
    budget.charge(1, Spent(cpu=4.9, wall=4.9), slowest=4.9)
    assert not budget.exhausted
    budget.charge(1, Spent(cpu=0.1, wall=0.1), slowest=0.1)
    assert budget.exhausted
    assert budget.fault().reason.startswith("the 5 s of CPU time for all moves together")
