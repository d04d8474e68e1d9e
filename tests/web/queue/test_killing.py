"""Servers and workers that are killed: nothing acknowledged is lost, and nothing gets two verdicts."""

from __future__ import annotations

import os
import random
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playfunc_web.database.tables import Job
from playfunc_web.queue.jobs import ATTEMPTS
from playfunc_web.site import Site
from sqlalchemy import select
from uploaded import eventually, jobs, stands, unfinished
from web_players import steps
from web_server import Forked, Served, session_of, upload
from web_site import database_url, open_test_site
from witness import watch

KILLS = [pytest.param(3, marks=pytest.mark.week), pytest.param(20, marks=pytest.mark.long)]

SETTINGS = "jobs = 2\n[limits]\nadmitted_a_day = 1000\nwaiting_an_entrant = 1000\n"

STAGES = ("sent", "acknowledged", "admission", "meeting")
"""Where the server is killed: while an upload is sent, once it is acknowledged, while it is checked, and while it meets
the rungs; each a random moment later."""


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
