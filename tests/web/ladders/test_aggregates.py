from __future__ import annotations

import pytest
from playfunc_web.database.tables import Entry
from playfunc_web.ladders.aggregates import _apart


def entry(low: float | None, high: float | None) -> Entry:
    return Entry(rating_low=low, rating_high=high)


@pytest.mark.parametrize(
    ("one", "other", "moved"),
    [
        ((900, 1000), (1001, 1100), True),
        ((1001, 1100), (900, 1000), True),
        ((900, 1000), (1000, 1100), False),
        ((900, 1100), (950, 1000), False),
        ((None, None), (950, 1000), False),
    ],
)
def test_somebody_moved_only_where_the_intervals_have_nothing_in_common(
    one: tuple[float | None, float | None], other: tuple[float | None, float | None], moved: bool
) -> None:
    assert _apart(entry(*one), entry(*other)) is moved
