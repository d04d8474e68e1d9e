"""How long whoever uploads waits: alone for the verdict and the provisional rating, and in a queue of the demo classes'
players beside what the site said to expect."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from statistics import median

import httpx2
from playfunc_arena.formats import contest_names, ladder_format
from playfunc_web.admission.history import standing_of
from playfunc_web.database.tables import Admission, Job, Version
from playfunc_web.demo import sample_players, source_of
from playfunc_web.site import Site
from sqlalchemy import func, select

from benchmarks.contests import quick
from benchmarks.queue import send, served
from benchmarks.section import Section

__all__ = ["run"]

LONGEST = 1800.0
"""Seconds after which a benchmark that waits for the queue gives up."""


def run() -> Section:
    with (
        tempfile.TemporaryDirectory(prefix="playfunc-bench-") as folder,
        served(Path(folder)) as (site, url, _),
    ):
        return _run(site, url)


def _run(site: Site, url: str) -> Section:
    with httpx2.Client(timeout=60) as client:
        alone = {name: _alone(client, site, url, name) for name in contest_names()}
        expected = _crowd(client, site, url)
    _until_idle(site)
    waited = [(seconds, told) for version, told in expected.items() if (seconds := _verdict(site, version))]
    rows = [[name, f"{verdict:.1f}", f"{rating:.0f}", "", ""] for name, (verdict, rating) in alone.items()]
    rows.append(
        [
            f"{len(waited)} of the demo classes at once",
            "",
            "",
            f"{median(seconds for seconds, _ in waited):.0f}",
            f"{median(seconds / told for seconds, told in waited):.2f}",
        ]
    )
    slowest = max(rating for _, rating in alone.values())
    return Section(
        title="Uploads until their verdict and rating",
        columns=("ladder", "verdict, s", "provisional rating, s", "median wait, s", "of what was told"),
        rows=rows,
        figures={"provisional_rating_s": slowest},
        notes=(
            "Quick players, one at a time on an otherwise idle site. The last row is told at each upload.",
        ),
    )


def _alone(client: httpx2.Client, site: Site, url: str, ladder: str) -> tuple[float, float]:
    """Seconds from an upload to its verdict, and to its provisional rating."""
    source = quick(ladder_format(ladder).game)
    version = _sent(client, site, url, "alone", ladder, source)
    _until_idle(site)
    with site.database.reading() as session:
        kept = session.get_one(Version, version)
        rated = session.scalar(select(Job.finished).where(Job.kind == "meeting", Job.target == version))
        assert rated is not None, f"{ladder}: {kept.state}"
        uploaded = kept.uploaded
    return _verdict(site, version), rated - uploaded


def _crowd(client: httpx2.Client, site: Site, url: str) -> dict[int, float]:
    """All of the demo classes upload at once; what each is told to expect, by version."""
    told = {}
    for name in contest_names():
        for student in sample_players(ladder_format(name).game):
            version = _sent(client, site, url, student.student, name, source_of(student))
            with site.database.reading() as session:
                standing = standing_of(session, session.get_one(Version, version), site.settings.jobs)
            if standing.seconds:
                told[version] = float(standing.seconds)
    return told


def _sent(client: httpx2.Client, site: Site, url: str, login: str, ladder: str, source: str) -> int:
    answer = send(client, site, url, login, ladder, source)
    assert answer.status_code == 303, answer.text[:500]
    with site.database.reading() as session:
        return session.scalar(select(func.max(Version.id))) or 0


def _verdict(site: Site, version: int) -> float:
    with site.database.reading() as session:
        finished = session.scalar(select(Admission.finished).where(Admission.version_id == version))
        return (finished or 0.0) - session.get_one(Version, version).uploaded


def _until_idle(site: Site) -> None:
    stop = time.monotonic() + LONGEST
    while time.monotonic() < stop:
        with site.database.reading() as session:
            if not session.scalar(select(func.count(Job.id)).where(Job.state.in_(("queued", "leased")))):
                return
        time.sleep(0.2)
    raise RuntimeError("the queue did not end in time")
