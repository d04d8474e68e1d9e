from __future__ import annotations

import threading
from dataclasses import replace

from playfunc_web.database.tables import (
    Admission,
    Audit,
    Entrant,
    Link,
    Login,
    MeetingGame,
    PrivateLog,
    Version,
)
from playfunc_web.folder import Settings
from playfunc_web.privacy.inventory import INVENTORY, Kept
from playfunc_web.privacy.retention import DAY, PRUNED, prune, prune_daily, sources_end
from playfunc_web.site import Site
from site_people import play
from sqlalchemy import func, select

NEVER = Settings()
ENDED = replace(NEVER, course_end="2026-12-18")


def count(site: Site, table: type) -> int:
    with site.database.reading() as session:
        return session.scalar(select(func.count()).select_from(table)) or 0


def pruned(site: Site, settings: Settings, days: float) -> None:
    """Prune so many days after the present."""
    from playfunc_web.database import now

    with site.database.writing() as session:
        prune(session, settings, now() + days * DAY)


def test_every_kind_of_time_is_pruned() -> None:
    assert set(PRUNED) == {entry.kept for entry in INVENTORY} - {Kept.SITE, Kept.PERSON}


def test_logs_go_after_30_days_and_tracebacks_after_90(site: Site) -> None:
    play(site, "ada", "bob")
    with site.database.writing() as session:
        session.scalars(select(PrivateLog)).all()[0].traceback = ""
    pruned(site, NEVER, 29)
    assert (count(site, PrivateLog), count(site, MeetingGame)) == (2, 2)
    pruned(site, NEVER, 31)
    assert count(site, MeetingGame) == 0
    with site.database.reading() as session:
        log = session.scalars(select(PrivateLog)).one()
        assert (log.printed, log.memories, log.traceback) == ("", [], "KeyError")
        assert session.scalars(select(Admission)).all()[0].private == {"printed": "p"}
    pruned(site, NEVER, 91)
    assert count(site, PrivateLog) == 0
    with site.database.reading() as session:
        admission = session.scalars(select(Admission)).all()[0]
        assert (admission.private, admission.findings, admission.verdict) == ({}, [], "Admitted.")


def test_sources_stay_until_half_a_year_after_the_course(site: Site) -> None:
    """18 December and 183 days are 19 June: on the 20th sources are gone, and house players play on."""
    play(site, "ada", "bob", "house")
    with site.database.writing() as session:
        session.scalars(select(Entrant).order_by(Entrant.id)).all()[-1].house = "basic"
    with site.database.writing() as session:
        end = sources_end(session, ENDED)
        assert end is not None
        prune(session, ENDED, end - 1)
        assert len(session.scalars(select(Version).where(Version.source.is_not(None))).all()) == 3
        prune(session, ENDED, end)
        kept = session.scalars(select(Version).where(Version.source.is_not(None))).all()
        assert [version.entrant.house for version in kept] == ["basic"]
        assert [
            entrant.active is None for entrant in session.scalars(select(Entrant).order_by(Entrant.id))
        ] == [True, True, False]


def test_the_day_of_the_end_is_counted_where_the_course_is(site: Site) -> None:
    with site.database.reading() as session:
        berlin = sources_end(session, replace(ENDED, timezone="Europe/Berlin"))
        utc = sources_end(session, ENDED)
    assert (berlin, utc) == (1813442400.0, 1813449600.0), "the first moment of 20 June 2027"


def test_without_an_end_the_last_upload_ends_the_course(site: Site) -> None:
    play(site, "ada", "bob", "house")
    with site.database.writing() as session:
        session.scalars(select(Entrant).order_by(Entrant.id)).all()[-1].house = "basic"
        uploads = session.scalars(select(Version).order_by(Version.id)).all()
        for days, version in zip((0, 100, 9000), uploads, strict=True):
            version.uploaded = days * DAY
        assert sources_end(session, NEVER) == (100 + 183) * DAY
        prune(session, NEVER, 283 * DAY - 1)
        assert all(version.source is not None for version in uploads)
        prune(session, NEVER, 283 * DAY)
        session.expire_all()
        assert [version.source is None for version in uploads] == [True, True, False]
        assert sources_end(session, NEVER) is None


def test_sessions_links_and_the_audit_end(site: Site) -> None:
    play(site, "ada", "bob")
    pruned(site, NEVER, 13)
    assert (count(site, Login), count(site, Link), count(site, Audit)) == (2, 2, 2)
    pruned(site, NEVER, 15)
    assert (count(site, Login), count(site, Link), count(site, Audit)) == (0, 0, 2)
    pruned(site, NEVER, 366)
    assert count(site, Audit) == 0


def test_the_site_prunes_by_itself(site: Site) -> None:
    play(site, "ada", "bob")
    with site.database.writing() as session:
        for log in session.scalars(select(PrivateLog)):
            log.written -= 100 * DAY
    stop = threading.Event()
    thread = prune_daily(site, stop)
    deadline = threading.Event()
    for _ in range(200):
        if count(site, PrivateLog) == 0:
            break
        deadline.wait(0.05)
    assert count(site, PrivateLog) == 0
    stop.set()
    thread.join(10)
    assert not thread.is_alive()
