from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest
from playfunc.references import resolve
from playfunc_web.database.tables import Audit, Job
from playfunc_web.errors import StorageError
from playfunc_web.queue import worker as worker_module
from playfunc_web.queue.jobs import ATTEMPTS, Lease, enqueue, hand_back, take
from playfunc_web.queue.worker import HANDLERS, handler, work_off
from playfunc_web.site import Site
from sqlalchemy import select, update
from sqlalchemy.orm import Session


@pytest.fixture
def handlers(monkeypatch: pytest.MonkeyPatch) -> None:
    names = {"admission": "QUICK", "meeting": "BROKEN", "run": "LONG"}
    given = {kind: f"queue_handlers:{name}" for kind, name in names.items()}
    monkeypatch.setattr(worker_module, "HANDLERS", given)


def queued(site: Site, kind: str, *targets: int) -> None:
    with site.database.writing() as session:
        for target in targets:
            enqueue(session, kind, f"{kind}/{target}", target)


def done(site: Site) -> list[tuple[str, str]]:
    with site.database.reading() as session:
        rows = session.execute(select(Audit.action, Audit.target).order_by(Audit.id))
        return [(action, target) for action, target in rows]


def test_a_worker_does_one_job_after_another(site: Site, handlers: None) -> None:
    queued(site, "admission", 1, 2)
    assert work_off(site, "worker", ("admission",))
    assert work_off(site, "worker", ("admission",))
    assert not work_off(site, "worker", ("admission",))
    assert done(site) == [("done", "1"), ("done", "2")]


def test_work_that_fails_each_time_is_given_up_as_ours(site: Site, handlers: None) -> None:
    queued(site, "meeting", 1)
    for _ in range(ATTEMPTS):
        assert work_off(site, "worker", ("meeting",))
    assert not work_off(site, "worker", ("meeting",))
    assert done(site) == [("given up", "1")]
    with site.database.reading() as session:
        job = session.scalars(select(Job)).one()
    assert (job.state, job.attempts) == ("failed", ATTEMPTS)
    assert "this handler has a bug" in job.note


def test_work_for_a_scheduler_that_is_away_waits_and_is_never_given_up(
    site: Site, handlers: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_module, "SCHEDULER_SECONDS", 0.0)
    monkeypatch.setitem(worker_module.HANDLERS, "meeting", "queue_handlers:NO_WORKERS")
    queued(site, "meeting", 1)
    for _ in range(ATTEMPTS + 2):
        assert work_off(site, "worker", ("meeting",))
    assert done(site) == []
    with site.database.reading() as session:
        assert session.scalars(select(Job)).one().state == "queued"


def test_work_that_ended_its_worker_each_time_is_given_up_unbegun(site: Site, handlers: None) -> None:
    queued(site, "admission", 1)
    with site.database.writing() as session:
        session.execute(update(Job).values(state="leased", lease=1.0, attempts=ATTEMPTS))
    assert work_off(site, "worker", ("admission",))
    assert done(site) == [("given up", "1")]
    with site.database.reading() as session:
        assert "ended 3 times" in session.scalars(select(Job.note)).one()


def test_a_database_that_was_away_costs_no_attempt(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_module, "HANDLERS", {"admission": "queue_handlers:AWAY"})
    queued(site, "admission", 1)
    for _ in range(2 * ATTEMPTS):
        assert work_off(site, "worker", ("admission",))
    with site.database.reading() as session:
        job = session.scalars(select(Job)).one()
    assert (job.state, job.attempts, done(site)) == ("queued", 0, [])


def test_work_is_handed_back_once_the_database_takes_it(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    queued(site, "admission", 1)
    with site.database.writing() as session:
        lease = take(session, "worker", ("admission",))
    assert lease is not None
    back = [StorageError("away"), StorageError("away"), None, None]

    def hand_back_late(session: Session, held: Lease) -> None:
        if error := back.pop(0):
            raise error
        hand_back(session, held)

    monkeypatch.setattr(worker_module, "hand_back", hand_back_late)
    monkeypatch.setattr(worker_module, "STORAGE_SECONDS", 0.01)
    worker_module._hand_back_late(site, lease, StorageError("away"))
    with site.database.reading() as session:
        assert session.scalars(select(Job.state)).one() == "queued"
    worker_module._hand_back_late(site, lease, StorageError("away"))  # somebody else's by now: left alone


def test_long_work_goes_on_after_what_is_more_urgent(site: Site, handlers: None) -> None:
    queued(site, "run", 1)
    queued(site, "admission", 2)
    with site.database.writing() as session:  # it came while the run was played
        session.execute(update(Job).where(Job.kind == "run").values(priority=0))
        session.execute(update(Job).where(Job.kind == "admission").values(priority=-1))
    kinds = ("run", "admission")
    while work_off(site, "worker", kinds):
        pass
    assert done(site) == [("done", "2"), ("done", "1")]


def test_a_kind_has_its_handler() -> None:
    assert handler("admission") is resolve(HANDLERS["admission"])


def test_a_worker_ends_with_the_process_that_started_it(site: Site) -> None:
    words = [sys.executable, "-m", "playfunc_web.queue.worker", str(site.folder.path)]
    starts = f"""
import os, subprocess, time
worker = subprocess.Popen({words!r} + ["--parent", str(os.getpid())])
print(worker.pid, flush=True)
time.sleep(60)
"""
    parent = subprocess.Popen([sys.executable, "-c", starts], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    pid = int(parent.stdout.readline())
    time.sleep(1.0)
    parent.kill()
    parent.wait()
    parent.stdout.close()
    assert _gone(pid, 60)


def test_a_worker_stops_when_told(site: Site) -> None:
    words = [sys.executable, "-m", "playfunc_web.queue.worker", str(site.folder.path)]
    worker = subprocess.Popen([*words, "--kinds", "admission"])
    time.sleep(1.5)
    worker.send_signal(signal.SIGTERM)
    assert worker.wait(10) in (0, -signal.SIGTERM)


def _gone(pid: int, seconds: float) -> bool:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            os.kill(pid, 0)
            with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
                if file.read().rpartition(")")[2].split()[0] == "Z":
                    return True
        except (ProcessLookupError, FileNotFoundError):
            return True
        time.sleep(0.05)
    return False
