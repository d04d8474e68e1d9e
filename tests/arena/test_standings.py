"""Who sat out has no rank, and a reason."""

from __future__ import annotations

from contest_runs import rows
from playfunc_arena import Contest


def test_a_player_that_sat_out_has_no_rank_and_a_reason():
    *others, last = rows(Contest("skullwhist", ("basic", "minmax", "advanced"), 1))
    assert sorted(row.rank for row in others) == [1, 2]
    assert (last.rank, last.value.mean, last.rating.rating) == (None, None, None)
    assert last.value.reason == last.rating.reason == "no game was played"
