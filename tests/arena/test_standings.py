"""Who met nobody has no rank, and a reason."""

from __future__ import annotations

import pytest
from playfunc_arena import Fixture, Outcome, contest_format
from playfunc_arena.standings import standings


def test_a_player_that_met_nobody_has_no_rank_and_a_reason():
    played = [Outcome(Fixture(deal, (0, 2), str(deal)), (7.0, 3.0)) for deal in range(10)]
    *others, last = standings(contest_format("skullwhist"), ("ann", "bob", "eve"), played)
    assert [(row.rank, row.name) for row in others] == [(1, "ann"), (2, "eve")]
    assert (last.name, last.rank, last.value.mean, last.rating.rating) == ("bob", None, None, None)
    assert last.value.reason == last.rating.reason == "no game was played"


@pytest.mark.parametrize(("deals", "ranks"), [(9, [None, None]), (10, [1, 2])])
def test_few_deals_give_neither_rank_nor_interval(deals, ranks):
    played = [Outcome(Fixture(deal, (0, 1), str(deal)), (7.0 + deal % 2, 3.0)) for deal in range(deals)]
    rows = standings(contest_format("skullwhist"), ("ann", "bob"), played)
    assert [row.name for row in rows] == ["ann", "bob"], "the better first all the same"
    assert [row.rank for row in rows] == ranks
    assert {"too few deals" in row.rating.reason for row in rows} == {ranks == [None, None]}


def test_a_round_robin_ranks_by_any_number_of_deals():
    """FootSteps deals nothing, and everyone meets everyone."""
    played = [Outcome(Fixture(0, pair, "0"), (1.0, 0.0)) for pair in ((0, 1), (0, 2), (1, 2))]
    rows = standings(contest_format("footsteps"), ("ann", "bob", "eve"), played)
    assert [(row.rank, row.name) for row in rows] == [(1, "ann"), (2, "bob"), (3, "eve")]
    assert {(row.value.low, row.rating.low) for row in rows} == {(None, None)}


def test_a_player_that_lost_all_has_no_interval_wider_than_any_scale():
    """Sixty games lost: by the prior alone its rating may be anything within 1,900 points."""
    played = [Outcome(Fixture(deal, (0, 1), str(deal)), (0.0, 1.0)) for deal in range(60)]
    played.append(Outcome(Fixture(60, (1, 2), "60"), (1.0, 0.0)))
    rows = {row.name: row for row in standings(contest_format("skullwhist"), ("ann", "bob", "eve"), played)}
    rating = rows["ann"].rating
    assert (rating.low, rating.high, rating.reason) == (
        None,
        None,
        "nearly all games were won, or nearly all lost",
    )
