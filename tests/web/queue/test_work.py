from __future__ import annotations

import time
from contextlib import ExitStack

import pytest
from playfunc_web.database.tables import Audit, Job
from playfunc_web.queue import work as work_module
from playfunc_web.queue.jobs import Lease, LeaseLostError, enqueue, take
from playfunc_web.queue.work import HandedBackError, Work
from playfunc_web.site import Site
from sqlalchemy import select, update
from sqlalchemy.exc import IntegrityError


def leased(site: Site, kind: str = "admission", target: int = 1) -> Lease:
    with site.database.writing() as session:
        enqueue(session, kind, f"{kind}/{target}", target)
        lease = take(session, "worker", (kind,))
        assert lease is not None
        return lease


def job(site: Site) -> Job:
    with site.database.reading() as session:
        return session.scalars(select(Job).where(Job.target == 1)).one()


def test_a_long_computation_keeps_its_lease(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work_module, "BEAT_SECONDS", 0.05)
    work = Work(site.database, leased(site))
    with work.beating():
        with site.database.writing() as session:
            session.execute(update(Job).values(lease=1.0))
        time.sleep(0.4)
        assert (job(site).lease or 0) > time.time()
        assert not work.lost


def test_work_that_was_taken_away_learns_of_it_and_its_verdict_is_dropped(site: Site) -> None:
    work = Work(site.database, leased(site))
    with site.database.writing() as session:
        session.execute(update(Job).values(worker="another", attempts=2))
    with pytest.raises(LeaseLostError):
        work.progress(1, 10)
    with pytest.raises(LeaseLostError), work.verdict() as session:
        session.add(Audit(time=0.0, account_id=None, action="written twice"))
    with site.database.reading() as session:
        assert session.scalar(select(Audit.id)) is None


def test_a_verdict_that_fails_halfway_writes_nothing_and_the_job_stays(site: Site) -> None:
    stack = ExitStack()
    work = Work(site.database, leased(site))
    session = stack.enter_context(work.verdict())
    session.add(Audit(time=0.0, account_id=None, action="half"))
    session.add(Audit(time=None, account_id=None, action="damaged"))
    with pytest.raises(IntegrityError):
        stack.close()
    assert job(site).state == "leased"
    with site.database.reading() as session:
        assert session.scalar(select(Audit.id)) is None


def test_progress_is_told_as_it_is_made(site: Site) -> None:
    work = Work(site.database, leased(site))
    work.progress(3, 10, "rules")
    assert (job(site).done, job(site).total, job(site).note) == (3, 10, "rules")


def test_long_work_lets_urgent_jobs_pass(site: Site) -> None:
    work = Work(site.database, leased(site, "run"))
    work.let_pass()
    with site.database.writing() as session:
        enqueue(session, "admission", "admission/2", 2)
    with pytest.raises(HandedBackError):
        work.let_pass()
    assert (job(site).state, job(site).attempts) == ("queued", 0)
