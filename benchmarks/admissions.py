"""How long somebody who uploads waits for the verdict and the provisional rating: alone, and with the demo classes all
at once."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, median

import httpx2
from playfunc_arena.formats import contest_names, ladder_format
from playfunc_web.admission.uploads import standing_of
from playfunc_web.database.tables import Admission, Job, Version
from playfunc_web.demo import sample_players, source_of
from playfunc_web.site import Site
from sqlalchemy import func, select

from benchmarks.contests import quick
from benchmarks.queue import send, served
from benchmarks.section import Section

LONGEST = 1800.0
"""Seconds after which a benchmark that waits for the queue gives up."""


def run_admissions() -> Section:
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


# The demo classes' players uploaded all at once: how long each waits for its verdict, beside its place in the queue
# times the mean that the site publishes. They are uploaded twice; the first time the site learns its mean.


@dataclass(frozen=True)
class _Upload:
    """What the page said at an upload (its place, the published mean, the seconds to expect) and how long it took."""

    place: int
    mean: float
    told: float
    waited: float


def run_mix() -> Section:
    with tempfile.TemporaryDirectory(prefix="playfunc-bench-") as folder:
        with served(Path(folder)) as (site, url, _), httpx2.Client(timeout=60) as client:
            for first in (True, False):
                uploads = _crowd(client, site, url, "first" if first else "second")
        return _section(uploads, site.settings.jobs)


def _crowd(client: httpx2.Client, site: Site, url: str, turn: str) -> Sequence[_Upload]:
    """All of the demo classes upload at once."""
    told = {}
    for name in contest_names():
        for student in sample_players(ladder_format(name).game):
            source = f"{source_of(student)}\n# {turn} time\n"
            version = sent(client, site, url, student.student, name, source)
            with site.database.reading() as session:
                told[version] = standing_of(session, session.get_one(Version, version), site.settings.jobs)
    until_idle(site, ["admission"])
    return [
        _Upload(standing.place, standing.mean, float(standing.seconds), verdict_seconds(site, version))
        for version, standing in told.items()
        if standing.seconds
    ]


def _section(uploads: Sequence[_Upload], workers: int) -> Section:
    by_queue = median(each.waited * workers / ((each.place + 1) * each.mean) for each in uploads)
    by_page = [each.waited / each.told for each in uploads]
    longest = max(uploads, key=lambda each: each.place)
    rows = [
        ("uploads in the queue, workers", f"{len(uploads)}, {workers}"),
        ("published mean of a check (s)", f"{fmean(each.mean for each in uploads):.1f}"),
        (
            "seconds to a verdict: median, last in the queue",
            f"{median(each.waited for each in uploads):.0f}, {longest.waited:.0f}",
        ),
        ("the last one's place times the mean, by workers (s)", f"{longest.told:.0f}"),
        ("wait, times that of place and mean: median", f"{by_queue:.2f}"),
        ("wait, times what the page said: median, most", f"{median(by_page):.2f}, {max(by_page):.2f}"),
    ]
    return Section(
        title="The demo classes' players uploaded at once",
        columns=("what", "measured"),
        rows=rows,
        figures={
            "mix_check_mean_s": fmean(each.mean for each in uploads),
            "mix_wait_last_s": longest.waited,
            "mix_wait_over_queue_times_mean": by_queue,
        },
        notes=(
            "Each is told its place, the mean, and the seconds to expect when it uploads. They are uploaded a second "
            "time; the first time gave the mean.",
        ),
    )
