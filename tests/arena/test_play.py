"""Games of a contest: what a player does costs it its own games and stops nobody."""

from __future__ import annotations

import dataclasses

import pytest
from contest_players import BIDS, player, program
from course_assignments import HEARTS
from playfunc.record import read_records
from playfunc_arena import Contest, entrants, play, run_contest
from playfunc_checks.budget import Limits

FIRST = "def play(player_id, hand, trick, previous):\n    {first}\n    return hand[0], None\n"


@pytest.mark.parametrize("later", ["10**30", "2**63", "'three'", "1 / 0", "exit()"])
def test_what_a_player_does_later_costs_it_its_games_and_stops_nobody(tmp_path, later):
    source = BIDS.format(bid=f"1 if points == 50 else {later}").replace("{bid:03}", "{bid}")
    first, second, last = run_contest(
        Contest("footsteps", (program(tmp_path / "1", source), "basic", "minmax"), 2)
    )
    assert (last.name, last.wins, last.faults, last.games) == ("bot", 0, 4, 4)
    assert first.faults == second.faults == 0


def test_a_player_that_loads_but_rarely_stops_nobody(tmp_path):
    source = "import os\nassert os.urandom(1)[0] < 64\n" + FIRST.format(first="pass")
    rows = run_contest(Contest("hearts", (player(tmp_path, "rarely.py", source), "basic", "basic"), 1))
    assert len(rows) == 3


def test_nobody_waits_for_a_slow_player_in_every_sitting(tmp_path, monkeypatch):
    hurried = dataclasses.replace(HEARTS, published=Limits(total_seconds=0.2))
    for module in (entrants, play):
        monkeypatch.setattr(module, "usual_assignment", lambda game: hurried)
    source = FIRST.format(first="previous and sum(range(10**7))")
    slow = player(tmp_path, "slow.py", source)
    run_contest(Contest("hearts", ("basic", slow), 3), out=tmp_path / "out")
    faults = [record.faults[0].reason for record in read_records(tmp_path / "out" / "games.jsonl")]
    assert len(faults) == 6, "three deals from both sides"
    assert all("s of CPU time for all moves together are used up: " in reason for reason in faults)
    asked = {reason.partition("used up: ")[2].partition(" moves")[0] for reason in faults}
    assert len(asked) == 1, "it was not asked again on the other side"
