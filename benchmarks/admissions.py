"""How long somebody who uploads alone waits for the verdict and the provisional rating."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import httpx2
from playfunc_arena.formats import contest_names, ladder_format
from playfunc_web.database.tables import Admission, Job, Version
from playfunc_web.site import Site
from sqlalchemy import func, select

from benchmarks.contests import quick
from benchmarks.queue import send, served
from benchmarks.section import Section

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
    rows = [[name, f"{verdict:.1f}", f"{rating:.0f}"] for name, (verdict, rating) in alone.items()]
    slowest = max(rating for _, rating in alone.values())
    return Section(
        title="Uploads until their verdict and rating",
        columns=("ladder", "verdict, s", "provisional rating, s"),
        rows=rows,
        figures={"provisional_rating_s": slowest},
        notes=("Quick players, one at a time on an otherwise idle site.",),
    )


def _alone(client: httpx2.Client, site: Site, url: str, ladder: str) -> tuple[float, float]:
    """Seconds from an upload to its verdict, and to its provisional rating."""
    source = quick(ladder_format(ladder).game)
    version = sent(client, site, url, "alone", ladder, source)
    until_idle(site)
    with site.database.reading() as session:
        kept = session.get_one(Version, version)
        rated = session.scalar(select(Job.finished).where(Job.kind == "meeting", Job.target == version))
        assert rated is not None, f"{ladder}: {kept.state}"
        uploaded = kept.uploaded
    return verdict_seconds(site, version), rated - uploaded


def sent(client: httpx2.Client, site: Site, url: str, login: str, ladder: str, source: str) -> int:
    """The version that an upload made."""
    answer = send(client, site, url, login, ladder, source)
    assert answer.status_code == 303, answer.text[:500]
    with site.database.reading() as session:
        return session.scalar(select(func.max(Version.id))) or 0


def verdict_seconds(site: Site, version: int) -> float:
    """From an upload to its verdict."""
    with site.database.reading() as session:
        finished = session.scalar(select(Admission.finished).where(Admission.version_id == version))
        return (finished or 0.0) - session.get_one(Version, version).uploaded


def until_idle(site: Site, kinds: Sequence[str] = ("admission", "meeting")) -> None:
    """Wait until no job of these kinds is left."""
    left = select(func.count(Job.id)).where(Job.state.in_(("queued", "leased")), Job.kind.in_(kinds))
    stop = time.monotonic() + LONGEST
    while time.monotonic() < stop:
        with site.database.reading() as session:
            if not session.scalar(left):
                return
        time.sleep(0.2)
    raise RuntimeError("the queue did not end in time")
