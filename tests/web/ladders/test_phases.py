from __future__ import annotations

from playfunc_web.database.tables import Entry, Ladder, Run
from playfunc_web.ladders.ladders import ensure_ladders
from playfunc_web.ladders.phases import GAMES_EACH, phases_of_run
from playfunc_web.site import Site
from sqlalchemy import select
from web_runs import admit, finished_run

GREEDY = """
def play(player_id, position, my_points, their_points, previous):
    return max(1, my_points // 2) if my_points else 0, None
"""


def test_the_costs_of_each_phase_are_told_of_everybody_and_strong_players_give_away_less(site: Site) -> None:
    with site.database.writing() as session:
        ensure_ladders(session)
        admit(session, "ada", "footsteps", GREEDY)
    run = finished_run(site, "footsteps")
    with site.database.reading() as session:
        entries = {
            entry.entrant.house: entry.phases
            for entry in session.scalars(select(Entry).where(Entry.run_id == run.id))
        }
    assert all(phases and phases[0][0] == "turns 1 to 3" for phases in entries.values())
    lost = {house: sum(cost for _, cost, _ in phases) for house, phases in entries.items()}
    assert 0 <= lost["advanced"] < lost[""]
    assert all(games >= GAMES_EACH for phases in entries.values() for _, _, games in phases)


def test_reviewing_again_finds_the_same(site: Site) -> None:
    run = finished_run(site, "footsteps")
    beats = []
    again = phases_of_run(site, run.id, "footsteps", lambda: beats.append(1))
    assert beats
    with site.database.reading() as session:
        entries = session.scalars(select(Entry).where(Entry.run_id == run.id)).all()
    assert {entry.place: entry.phases for entry in entries} == {
        place: [list(phase) for phase in phases] for place, phases in again.items()
    }


def test_a_run_without_games_or_a_game_that_is_gone_has_no_phases(site: Site) -> None:
    with site.database.writing() as session:
        ensure_ladders(session)
        ladder = session.scalars(select(Ladder)).first()
        assert ladder is not None
        run = Run(ladder_id=ladder.id, number=1, kind="button", seed="1", settings={}, planned=1.0)
        session.add(run)
        session.flush()
        number = run.id
    assert phases_of_run(site, number, "footsteps") == {}
    assert phases_of_run(site, number, "no such game") == {}
