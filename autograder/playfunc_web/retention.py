"""What is over goes by itself, once a day. The inventory says of each table how long it is kept."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy import and_, delete, func, or_, select, update
from sqlalchemy.orm import Session

from playfunc_web.database import now
from playfunc_web.database.tables import (
    Admission,
    Audit,
    BotSession,
    Entrant,
    Job,
    Link,
    Login,
    MeetingGame,
    PrivateLog,
    Version,
    Watched,
)
from playfunc_web.errors import StorageError
from playfunc_web.forget import Kept, forget_leftovers
from playfunc_web.site import Settings, Site

DAY = 86400.0
_THEIRS = Version.entrant_id.in_(select(Entrant.id).where(Entrant.house == ""))
"""Versions of people."""

AGAIN_SECONDS = 600.0
"""How soon pruning is tried again where the database took nothing."""

log = logging.getLogger("playfunc_web")


def prune(session: Session, settings: Settings, at: float) -> None:
    """Remove what is over at the time `at`, and what was written late about forgotten people."""
    for remove in PRUNED.values():
        remove(session, settings, at)
    forget_leftovers(session)


def sources_end(session: Session, settings: Settings) -> float | None:
    """When sources go: so long after the course's end, and where the settings name none, after the last upload of all.
    `None` while there is nothing to go."""
    days = settings.retention.sources_days_after_end
    if not settings.course_end:
        last = session.scalar(select(func.max(Version.uploaded)).where(Version.source.is_not(None), _THEIRS))
        return None if last is None else last + days * DAY
    after = date.fromisoformat(settings.course_end) + timedelta(days=days + 1)
    return datetime.combine(after, time(), ZoneInfo(settings.timezone)).timestamp()


def prune_daily(site: Site, stop: threading.Event) -> threading.Thread:
    """Prune now and every day until `stop` is set, in a thread of its own."""

    def turns() -> None:
        wait = 0.0
        while not stop.wait(wait):
            wait = DAY
            try:
                with site.database.writing() as session:
                    prune(session, site.settings, now())
            except StorageError as error:
                log.warning("pruning waits: %s", error)
                wait = AGAIN_SECONDS

    thread = threading.Thread(target=turns, name="prune", daemon=True)
    thread.start()
    return thread


def _logs(session: Session, settings: Settings, at: float) -> None:
    keep = settings.retention
    over = PrivateLog.written < at - keep.logs_days * DAY
    plain = PrivateLog.traceback == ""
    session.execute(
        delete(PrivateLog).where(or_(and_(over, plain), PrivateLog.written < at - keep.tracebacks_days * DAY))
    )
    session.execute(update(PrivateLog).where(over).values(printed="", memories=[], times_ms=[]))
    session.execute(delete(MeetingGame).where(MeetingGame.written < at - keep.logs_days * DAY))


def _tracebacks(session: Session, settings: Settings, at: float) -> None:
    before = at - settings.retention.tracebacks_days * DAY
    over = Admission.finished < before
    session.execute(update(Admission).where(over).values(private={}, findings=[]))
    session.execute(update(Job).where(Job.finished < before).values(note=""))


def _sources(session: Session, settings: Settings, at: float) -> None:
    """Built-in players have no end: they are ours."""
    end = sources_end(session, settings)
    if end is None or at < end:
        return
    session.execute(update(Version).where(_THEIRS).values(source=None))
    session.execute(update(Entrant).where(Entrant.house == "").values(active_id=None))
    session.execute(delete(Watched))


def _over(session: Session, settings: Settings, at: float) -> None:
    """Sessions of bots end minutes after their last request; these are what a server that was stopped left."""
    before = at - settings.retention.sessions_days * DAY
    session.execute(delete(BotSession).where(BotSession.created < before))
    session.execute(delete(Login).where(Login.expires < at))
    session.execute(delete(Link).where(or_(Link.expires < at, Link.used.is_not(None))))


def _audit(session: Session, settings: Settings, at: float) -> None:
    session.execute(delete(Audit).where(Audit.time < at - settings.retention.audit_days * DAY))


PRUNED: dict[Kept, Callable[[Session, Settings, float], None]] = {
    Kept.LOGS: _logs,
    Kept.TRACEBACKS: _tracebacks,
    Kept.SOURCES: _sources,
    Kept.OVER: _over,
    Kept.AUDIT: _audit,
}
"""What removes the rows of each kind; `SITE` and `PERSON` have no time of their own."""
