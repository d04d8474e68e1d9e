"""Points are for checks that there are, and times are told for all deals that are marked."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from course_assignments import BLACKJACK, FOOTSTEPS, HEARTS, SKULLWHIST
from playfunc_checks.checks import checks_for, pace
from playfunc_checks.in_process import InProcessAsker
from playfunc_checks.marking import check_player


@pytest.mark.parametrize("assignment", [FOOTSTEPS, BLACKJACK, SKULLWHIST], ids=lambda one: one.name)
def test_points_are_for_checks_that_there_are(assignment):
    assert set(assignment.points) <= {check.name for check in checks_for(assignment)}
    assert sum(assignment.points.values()) == 100


def test_on_fewer_deals_the_limit_of_a_move_is_still_that_of_all_that_are_marked(monkeypatch):
    monkeypatch.setattr(pace, "SLOW_MS", 0.0)
    source = (Path(__file__).parents[2] / "course" / "demo" / "hearts" / "sensible.py").read_text()
    easy = dataclasses.replace(HEARTS, threshold=0.01, opponents=HEARTS.opponents[:1])
    found = {result.check: result for result in check_player(source, easy, InProcessAsker(), deals=1)}
    assert found["beats-basic"].facts["deals"] == 1
    assert "The limits are 58 ms a move on average and 1 s for one move, and" in found["beats-basic"].reason
