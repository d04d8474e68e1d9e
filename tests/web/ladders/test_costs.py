from __future__ import annotations

import pytest
from playfunc_web.database.tables import Entry, Game, PrivateLog
from playfunc_web.ladders.ladders import ensure_ladders
from playfunc_web.ladders.records import read_record
from playfunc_web.site import Site
from sqlalchemy import select
from web_runs import admit, finished_run

SLOW = """
def play(player_id, position, my_points, their_points, previous):
    sum(range(300_000))
    return min(7, my_points), None
"""


def test_time_and_moves_add_up_over_all_games(site: Site) -> None:
    with site.database.writing() as session:
        ensure_ladders(session)
        entrant = admit(session, "ada", "footsteps", SLOW)
    run = finished_run(site, "footsteps")
    with site.database.reading() as session:
        entry = session.scalars(select(Entry).where(Entry.entrant_id == entrant.id)).one()
        times = [time for log in session.scalars(select(PrivateLog)) for time in log.times_ms]
        moves = 0
        for game in session.scalars(select(Game).where(Game.run_id == run.id)):
            places = game.fixture["players"]
            if entry.place in places:
                seat = places.index(entry.place)
                moves += sum(move.seat == seat for move in read_record(game.record).moves)
        house = session.scalars(select(Entry).where(Entry.entrant_id != entrant.id)).all()
    assert entry.moves == moves == len(times)
    assert entry.cpu_seconds == pytest.approx(sum(times) / 1000, abs=0.001 * len(times))
    assert entry.slowest_ms == pytest.approx(max(times), abs=0.001)
    assert entry.slowest_ms > 1
    assert all(each.moves > 0 and each.cpu_seconds == 0 for each in house)
