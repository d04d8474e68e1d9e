"""What has become of uploads to a site that was disturbed."""

import hashlib
import time
from collections.abc import Callable, Mapping

from playfunc_web.database.tables import Job, Version
from playfunc_web.site import Site
from sqlalchemy import func, select
from sqlalchemy.orm import undefer
from witness import verdicts


def eventually(happens: Callable[[], bool], seconds: float = 600) -> None:
    """Wait until it does."""
    until = time.monotonic() + seconds
    while not happens():
        assert time.monotonic() < until, "it did not happen in time"
        time.sleep(0.02)


def jobs(site: Site, *states: str, kinds: tuple[str, ...] = ("admission", "meeting")) -> int:
    """The number of jobs in these states."""
    chosen = select(func.count(Job.id)).where(Job.kind.in_(kinds), Job.state.in_(states))
    with site.database.reading() as session:
        return session.scalar(chosen) or 0


def unfinished(site: Site) -> int:
    """The number of jobs without a verdict."""
    return jobs(site, "queued", "leased")


def stands(site: Site, acknowledged: Mapping[str, bytes]) -> None:
    """Every upload that was acknowledged, by its address, is there as it was sent, was admitted once, and met the
    baselines once. The site has been watched (`witness`)."""
    with site.database.reading() as session:
        versions = session.scalars(
            select(Version).where(Version.kind == "python").options(undefer(Version.source))
        ).all()
        done = session.execute(
            select(Job.kind, Job.target, Job.state).where(Job.kind != "run").order_by(Job.target, Job.kind)
        ).all()  # a test at night meets the nightly run
    by_number = {version.number: version for version in versions}
    for address, content in acknowledged.items():
        version = by_number[int(address.partition("?")[0].rpartition("/")[2])]
        assert version.source == content
        assert version.digest == hashlib.sha256(content).hexdigest()
    assert len({version.digest for version in versions}) == len(versions)
    given = {said: times for said, times in verdicts(site.database).items() if said[0] == "version"}
    assert given == {("version", version.id, "admitted"): 1 for version in versions}
    assert [tuple(job) for job in done] == [
        (kind, target, "done")
        for target in sorted(version.id for version in versions)
        for kind in ("admission", "meeting")
    ]
