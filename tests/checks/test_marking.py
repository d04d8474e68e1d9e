"""Points are for checks that there are."""

from __future__ import annotations

import pytest
from course_assignments import BLACKJACK, FOOTSTEPS, SKULLWHIST
from playfunc_checks.checks import checks_for


@pytest.mark.parametrize("assignment", [FOOTSTEPS, BLACKJACK, SKULLWHIST], ids=lambda one: one.name)
def test_points_are_for_checks_that_there_are(assignment):
    assert set(assignment.points) <= {check.name for check in checks_for(assignment)}
    assert sum(assignment.points.values()) == 100
