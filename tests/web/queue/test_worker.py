import os
import random
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest
from playfunc.registry import resolve
from playfunc_web import jobs as work_module
from playfunc_web import worker as worker_module
from playfunc_web.database.tables import Audit, Job
from playfunc_web.errors import StorageError
from playfunc_web.jobs import ATTEMPTS, HandedBackError, Lease, LeaseLostError, Work, enqueue, hand_back, take
from playfunc_web.site import Site
from playfunc_web.worker import HANDLERS, handler, work_off
from sqlalchemy import select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session
from uploaded import eventually, jobs, stands, unfinished
from web_players import steps
from web_server import Forked, Served, session_of, upload
from web_site import database_url, open_test_site
from witness import watch


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
    worker_module._hand_back(site, lease, late=True)
    with site.database.reading() as session:
        assert session.scalars(select(Job.state)).one() == "queued"
    worker_module._hand_back(site, lease, late=True)  # somebody else's by now: left alone


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
    words = [sys.executable, "-m", "playfunc_web.worker", str(site.folder.path)]
    starts = f"""
import os, subprocess, time
worker = subprocess.Popen({words!r} + ["--parent", str(os.getpid())])
print(worker.pid, flush=True)
time.sleep(60)
"""
    parent = subprocess.Popen([sys.executable, "-c", starts], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    pid = int(parent.stdout.readline())
    eventually(lambda: _heeds_sigterm(pid))
    parent.kill()
    parent.wait()
    parent.stdout.close()
    eventually(lambda: not _runs(pid), seconds=60)


def test_a_worker_stops_when_told(site: Site) -> None:
    words = [sys.executable, "-m", "playfunc_web.worker", str(site.folder.path)]
    worker = subprocess.Popen([*words, "--kinds", "admission"])
    eventually(lambda: _heeds_sigterm(worker.pid))
    worker.send_signal(signal.SIGTERM)
    assert worker.wait(60) == 0


def _heeds_sigterm(pid: int) -> bool:
    """Whether a worker has come so far as to end by itself; by then it also ends with its parent."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    caught = int(status.partition("SigCgt:")[2].split()[0], 16)
    return bool(caught >> (signal.SIGTERM - 1) & 1)


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
        eventually(lambda: (job(site).lease or 0) > time.time())
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


# Servers and workers that are killed: nothing acknowledged is lost, and nothing gets two verdicts.
KILLS = [pytest.param(3, marks=pytest.mark.week), pytest.param(20, marks=pytest.mark.long)]

SETTINGS = "jobs = 2\n[limits]\nadmitted_a_day = 1000\nwaiting_an_entrant = 1000\n"

STAGES = ("sent", "acknowledged", "admission", "meeting")
"""Where the server is killed: while an upload is sent, once it is acknowledged, while it is checked, and while it meets
the baselines; each a random moment later."""


@pytest.mark.parametrize("kills", KILLS)
def test_a_server_that_is_killed_loses_nothing_it_acknowledged(tmp_path: Path, kills: int) -> None:
    site = open_test_site(tmp_path, SETTINGS)
    watch(site.database)
    session, acknowledged = session_of(site, "ada"), dict[str, bytes]()
    server, rng = Forked(tmp_path, database_url(tmp_path)), random.Random(15)
    for number in range(kills):
        site.database.close()
        server.start()
        content, stage = steps(number), STAGES[number % len(STAGES)]
        with ThreadPoolExecutor(1) as sender:
            sending = sender.submit(upload, server.url, session, content, "footsteps")
            if stage != "sent":
                assert sending.result()
            if stage in ("admission", "meeting"):
                eventually(lambda kind=stage: jobs(site, "leased", kinds=(kind,)) > 0)
            time.sleep(rng.uniform(0, 0.1))
            workers = server.workers()
            assert server.end(signal.SIGKILL) == -signal.SIGKILL
        if sending.result():
            acknowledged[sending.result()] = content
        eventually(lambda workers=workers: not any(map(_runs, workers)))
    assert len(acknowledged) >= kills - kills // len(STAGES) - 1
    site.database.close()
    with server:
        eventually(lambda: not unfinished(site))
    stands(site, acknowledged)
    site.database.close()


@pytest.mark.parametrize("kills", KILLS)
def test_a_worker_that_is_killed_loses_nothing_and_decides_nothing_twice(tmp_path: Path, kills: int) -> None:
    """Each while it has a job; one that ended its worker `ATTEMPTS` times would be given up, so none does."""
    site = open_test_site(tmp_path, SETTINGS)
    watch(site.database)
    session, rng = session_of(site, "ada"), random.Random(15)
    with Served(tmp_path, database_url(tmp_path)) as server:
        contents = [steps(number) for number in range(2 + kills // 3)]
        acknowledged = {upload(server.url, session, each, "footsteps"): each for each in contents}
        assert "" not in acknowledged
        for _ in range(kills):
            eventually(lambda: bool(at_work(site, server)))
            time.sleep(rng.uniform(0, 0.1))
            for pid in at_work(site, server)[:1]:
                os.kill(pid, signal.SIGKILL)
                eventually(lambda pid=pid: not _runs(pid))
        eventually(lambda: not unfinished(site))
    stands(site, acknowledged)
    site.database.close()


def at_work(site: Site, server: Served) -> list[int]:
    """Worker processes that have a job which may end them once more."""
    chosen = select(Job.worker).where(Job.state == "leased", Job.attempts < ATTEMPTS)
    with site.database.reading() as session:
        busy = {int(worker.rpartition(":")[2]) for worker in session.scalars(chosen)}
    return [pid for pid in server.workers() if pid in busy]


@pytest.mark.week
def test_a_server_that_is_told_to_stop_hands_its_work_back(tmp_path: Path) -> None:
    site = open_test_site(tmp_path, SETTINGS)
    session = session_of(site, "ada")
    server = Served(tmp_path, database_url(tmp_path))
    server.start()
    for number in range(3):
        assert upload(server.url, session, steps(number), "footsteps")
    eventually(lambda: jobs(site, "leased") > 0)
    assert server.end(signal.SIGTERM) == 0
    assert jobs(site, "leased") == 0
    with site.database.reading() as opened:
        attempts = opened.scalars(select(Job.attempts).where(Job.state == "queued")).all()
    assert set(attempts) <= {0}
    site.database.close()


def _runs(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"
