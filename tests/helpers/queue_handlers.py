"""Handlers for jobs of tests, which worker processes load by name. What they do goes into the table `audit`."""

import os
import time

from playfunc_autograder.executors import ClusterError
from playfunc_web.database import now
from playfunc_web.database.tables import Audit
from playfunc_web.errors import StorageError
from playfunc_web.jobs import Handler, Work
from playfunc_web.site import Site
from sqlalchemy.orm import Session


def _write(session: Session, action: str, target: int) -> None:
    session.add(Audit(time=now(), account_id=None, action=action, target=str(target)))


def _quick(site: Site, work: Work) -> None:
    with work.verdict() as session:
        _write(session, "done", work.target)


def _long(site: Site, work: Work) -> None:
    for part in range(100):
        work.progress(part, 100, "long")
        work.let_pass()
        time.sleep(0.05)
    with work.verdict() as session:
        _write(session, "done", work.target)


def _broken(site: Site, work: Work) -> None:
    raise ValueError("this handler has a bug")


def _away(site: Site, work: Work) -> None:
    raise StorageError("the database is away")


def _without_workers(site: Site, work: Work) -> None:
    raise ClusterError("the scheduler has no workers")


def _killed(site: Site, work: Work) -> None:
    os.kill(os.getpid(), 9)


def _give_up(session: Session, target: int, note: str) -> None:
    _write(session, "given up", target)


QUICK = Handler(_quick, _give_up)
LONG = Handler(_long, _give_up)
BROKEN = Handler(_broken, _give_up)
AWAY = Handler(_away, _give_up)
NO_WORKERS = Handler(_without_workers, _give_up)
KILLED = Handler(_killed, _give_up)
