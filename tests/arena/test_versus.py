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
    assert met.half_width == pytest.approx(12.706 * 1.0, rel=1e-3)  # Student's t with one degree of freedom
    assert single == Pair(1, 2, 1, -18.0, None)


def test_at_a_table_of_four_every_pair_meets() -> None:
    form = ladder_format("hearts-four")
    pairs = head_to_head(form, [game(0, (3, 1, 0, 2), 1, 2, 3, 20)])
    assert [(pair.a, pair.b, pair.mean) for pair in pairs] == [
        *((0, 1, 1.0), (0, 2, -17.0), (0, 3, 2.0), (1, 2, -18.0), (1, 3, 1.0), (2, 3, 19.0))
    ]
