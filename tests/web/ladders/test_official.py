from __future__ import annotations

import pytest
from playfunc_web.database.tables import Game, Job, Run
from playfunc_web.errors import ProblemError
from playfunc_web.ladders.ladders import ensure_ladders, ladder_named
from playfunc_web.ladders.official import RUN, active_run, start_run
from playfunc_web.ladders.planning import RunKind
from playfunc_web.queue.jobs import enqueue
from playfunc_web.queue.worker import work_off
from playfunc_web.site import Site
from sqlalchemy import func, select


def started(site: Site, kind: RunKind = "button") -> Run:
    with site.database.writing() as session:
        ensure_ladders(session)
        ladder = ladder_named(session, "footsteps")
        ladder.run_cpu_seconds = 1.0
        return start_run(session, ladder, kind, site.settings)


def test_the_queue_plays_a_run_and_only_one_of_a_ladder_at_a_time(site: Site) -> None:
    run = started(site)
    with site.database.writing() as session:
        ladder = ladder_named(session, "footsteps")
        with pytest.raises(ProblemError, match="Run 1 of FootSteps is planned"):
            start_run(session, ladder, "button", site.settings)
    assert work_off(site, "test", ["run"])
    assert not work_off(site, "test", ["run"])
    with site.database.reading() as session:
        assert session.get_one(Run, run.id).state == "complete"
        assert session.scalar(select(Job.state)) == "done"
        assert active_run(session, ladder_named(session, "footsteps")) is None
        games = session.scalar(select(func.count(Game.id)))
        assert games == run.settings["games"]
    assert started(site).number == 2


def test_a_run_lets_more_urgent_work_pass_and_goes_on_where_it_stopped(site: Site) -> None:
    run = started(site)
    with site.database.writing() as session:
        enqueue(session, "admission", "urgent", 1)
    assert work_off(site, "test", ["run"])
    with site.database.writing() as session:
        stored = session.scalar(select(func.count(Game.id)))
        assert stored
        assert session.get_one(Run, run.id).state in ("playing", "complete")
        session.delete(session.scalars(select(Job).where(Job.key == "urgent")).one())
    while work_off(site, "test", ["run"]):
        pass
    with site.database.reading() as session:
        assert session.get_one(Run, run.id).state == "complete"
        assert session.scalar(select(func.count(Game.id))) == run.settings["games"]


def test_a_run_that_broke_in_every_attempt_is_stopped_and_blocks_no_other(site: Site) -> None:
    run = started(site)
    with site.database.writing() as session:
        RUN.give_up(session, run.id, "the disk was full")
        assert session.get_one(Run, run.id).state == "stopped"
        session.flush()
        assert active_run(session, ladder_named(session, "footsteps")) is None


def test_a_frozen_ladder_is_final_after_its_final_run(site: Site) -> None:
    with site.database.writing() as session:
        ensure_ladders(session)
        ladder_named(session, "footsteps").state = "frozen"
    started(site, "final")
    with site.database.writing() as session:
        run = session.scalars(select(Run)).one()
        run.settings = {**run.settings, "deals": 2}
    assert work_off(site, "test", ["run"])
    with site.database.reading() as session:
        assert ladder_named(session, "footsteps").state == "final"
