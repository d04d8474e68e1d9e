from __future__ import annotations

import os
import signal
import time

from playfunc_web.database.tables import Job
from playfunc_web.queue.jobs import enqueue
from playfunc_web.queue.supervise import Supervisor, kinds_of_workers
from playfunc_web.queue.worker import worker_name
from playfunc_web.site import Site
from sqlalchemy import select, update


def wait_for(happens: object, seconds: float = 20) -> None:
    until = time.monotonic() + seconds
    while not happens():  # type: ignore[operator]
        assert time.monotonic() < until, "it did not happen in time"
        time.sleep(0.05)


def test_one_worker_does_everything_and_of_several_the_first_does_admissions_alone() -> None:
    assert kinds_of_workers(1) == [("admission", "meeting", "run")]
    assert kinds_of_workers(3) == [("admission",), *[("admission", "meeting", "run")] * 2]


def test_a_worker_that_is_killed_is_replaced_and_all_end_with_the_server(site: Site) -> None:
    with Supervisor(site, 2) as supervisor:
        wait_for(lambda: len(supervisor.pids) == 2)
        first, second = supervisor.pids
        time.sleep(5.1)  # it ran for a while, so another one is started at once
        os.kill(first, signal.SIGKILL)
        wait_for(lambda: len(supervisor.pids) == 2 and first not in supervisor.pids)
        assert second in supervisor.pids
        running = supervisor.pids
    for pid in running:
        wait_for(lambda pid=pid: not os.path.exists(f"/proc/{pid}"))


def test_jobs_of_workers_that_went_with_an_earlier_server_are_free_at_once(site: Site) -> None:
    pid = os.spawnlp(os.P_NOWAIT, "true", "true")
    os.waitpid(pid, 0)
    with site.database.writing() as session:
        enqueue(session, "run", "run/1", 1)
        enqueue(session, "run", "run/2", 2)
        dead, alive = worker_name(pid), worker_name(os.getpid())
        held = update(Job).values(state="leased", lease=9e9, attempts=1)
        session.execute(held.where(Job.target == 1).values(worker=dead))
        session.execute(held.where(Job.target == 2).values(worker=alive))
    Supervisor(site, 1)._release_dead()
    with site.database.reading() as session:
        states = session.scalars(select(Job.state).order_by(Job.target)).all()
    assert states == ["queued", "leased"]
