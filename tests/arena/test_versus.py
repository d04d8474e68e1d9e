from __future__ import annotations

import pytest
from playfunc_arena.formats import ladder_format
from playfunc_arena.outcomes import Fixture, Outcome
from playfunc_arena.versus import Pair, head_to_head


def game(deal: int, players: tuple[int, ...], *scores: float) -> Outcome:
    return Outcome(Fixture(deal, players, str(deal)), scores)


def test_differences_are_taken_a_deal_and_seen_from_the_first() -> None:
    """In points a hand of Hearts: 3 and 5 less in two deals, each the mean of both sides."""
    form = ladder_format("hearts")
    outcomes = [
        *(game(0, (0, 1), 10, 16), game(0, (1, 0), 12, 12)),
        *(game(1, (0, 1), 0, 10), game(1, (1, 0), 13, 13)),
        game(2, (1, 2), 4, 22),
    ]
    (met, single) = head_to_head(form, outcomes)
    assert (met.a, met.b, met.deals, met.mean) == (0, 1, 2, -4.0)
    assert single == Pair(1, 2, 1, -18.0, None)


def test_the_interval_of_a_pair_needs_ten_deals() -> None:
    form = ladder_format("hearts")
    outcomes = [game(deal, (0, 1), 13 - deal % 2, 13 + deal % 2) for deal in range(10)]
    (pair,) = head_to_head(form, outcomes)
    spread = (
        2.262 * 1.0541 / 10**0.5
    )  # Student's t with nine degrees of freedom, from a table; values are 0 and -2
    assert (pair.deals, pair.mean, pair.half_width) == (10, -1.0, pytest.approx(spread, rel=1e-3))
    assert head_to_head(form, outcomes[:9])[0].half_width is None


def test_at_a_table_of_four_every_pair_meets() -> None:
    form = ladder_format("hearts-four")
    pairs = head_to_head(form, [game(0, (3, 1, 0, 2), 1, 2, 3, 20)])
    assert [(pair.a, pair.b, pair.mean) for pair in pairs] == [
        *((0, 1, 1.0), (0, 2, -17.0), (0, 3, 2.0), (1, 2, -18.0), (1, 3, 1.0), (2, 3, 19.0))
    ]
