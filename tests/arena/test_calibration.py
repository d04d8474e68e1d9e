from __future__ import annotations

import pytest
from playfunc_arena.calibration import ANCHOR, measure


@pytest.mark.parametrize(
    ("contest", "deals"), [("footsteps", 40), pytest.param("hearts-four", 4, marks=pytest.mark.long)]
)
def test_the_weakest_is_the_anchor_and_a_second_measurement_says_the_same(contest: str, deals: int) -> None:
    """Also where opponents are too few for a table, and sit down in several copies."""
    first, second = measure(contest, deals), measure(contest, deals)
    assert first == second
    assert first.ratings["basic"] == ANCHOR
    assert first.ratings["advanced"] > first.ratings["basic"]
