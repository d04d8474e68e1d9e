"""Who met nobody has no rank, and a reason."""

from __future__ import annotations

from playfunc_arena import Fixture, Outcome, contest_format
from playfunc_arena.standings import standings


def test_a_player_that_met_nobody_has_no_rank_and_a_reason():
    played = [Outcome(Fixture(deal, (0, 2), str(deal)), (7.0, 3.0)) for deal in range(2)]
    *others, last = standings(contest_format("skullwhist"), ("ann", "bob", "eve"), played)
    assert [(row.rank, row.name) for row in others] == [(1, "ann"), (2, "eve")]
    assert (last.name, last.rank, last.value.mean, last.rating.rating) == ("bob", None, None, None)
    assert last.value.reason == last.rating.reason == "no game was played"
