"""The demo classes' players uploaded all at once: how long each waits for its verdict, beside its place in the queue
times the mean that the site publishes. They are uploaded twice; the first time the site learns its mean."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, median

import httpx2
from playfunc_arena.formats import contest_names, ladder_format
from playfunc_web.admission.history import standing_of
from playfunc_web.database.tables import Version
from playfunc_web.demo import sample_players, source_of
from playfunc_web.site import Site

from benchmarks.admissions import sent, until_idle, verdict_seconds
from benchmarks.queue import served
from benchmarks.section import Section


@dataclass(frozen=True)
class _Upload:
    """What the page said at an upload (its place, the published mean, the seconds to expect) and how long it took."""

    place: int
    mean: float
    told: float
    waited: float


def run() -> Section:
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
