"""What happens on ladders by itself: a run every night, the freeze, and the final run after it.

A night's run is played only where a version is new since the last run, or one has gone: between the same players it
would tell nothing but luck, and would move people's ranks for it. All is decided by what the database holds, so that a
server that was away or started twice plays no night twice."""

from __future__ import annotations

import logging
import threading
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy import select
from sqlalchemy.orm import Session

from playfunc_web.database import now
from playfunc_web.database.tables import Entrant, Entry, Job, Ladder, Run, Version
from playfunc_web.errors import ProblemError, StorageError
from playfunc_web.folder import Settings
from playfunc_web.jobs import Handler, Work, enqueue
from playfunc_web.ladders.ladders import ladders_of, last_run
from playfunc_web.ladders.planning import RunKind, field_of, plan_run, timed
from playfunc_web.ladders.playing import play_run
from playfunc_web.site import Site

# Official runs as work of the queue: started by the schedule or by staff, played behind everything else.


def start_run(session: Session, ladder: Ladder, kind: RunKind, settings: Settings, key: str = "") -> Run:
    """Freeze the field and queue the run; `key` names what may be queued once alone, such as a night's run.

    Raises `ProblemError` for too small a field, and while a run of the ladder is under way.
    """
    under_way = active_run(session, ladder)
    if under_way is not None:
        raise ProblemError(
            409,
            "A run is under way",
            f"Run {under_way.number} of {ladder.title} is {under_way.state}: wait until it is complete.",
        )
    run = plan_run(session, ladder, kind, settings)
    enqueue(session, "run", key or f"run:{run.id}", run.id)
    return run


def active_run(session: Session, ladder: Ladder) -> Run | None:
    """The ladder's run that is planned or played at present."""
    chosen = select(Run).where(Run.ladder_id == ladder.id, Run.state.in_(("planned", "playing")))
    return session.scalar(chosen.order_by(Run.number.desc()).limit(1))


def _play(site: Site, work: Work) -> None:
    stored = -1

    def beat(done: int, total: int) -> None:
        nonlocal stored
        work.progress(done, total)
        if done > stored >= 0:
            work.kept()
            work.let_pass()  # only once a chunk is stored, or what was just played would be played again
        stored = done

    play_run(site, work.target, beat)
    with work.verdict():
        pass  # the run is published already; whoever comes too late plays nothing of a complete one


def _give_up(session: Session, run_id: int, note: str) -> None:
    session.get_one(Run, run_id).state = "stopped"


RUN = Handler(_play, _give_up)
"""How the queue's worker plays official runs."""


# The end of a ladder: frozen, its final run played, final; and open again.


def freeze(ladder: Ladder, at: float) -> None:
    """From the time `at` on no upload counts. Raises `ProblemError` where the ladder is not open."""
    if ladder.state != "open":
        raise ProblemError(409, "Not open", f"{ladder.title} is {ladder.state} already.")
    ladder.state, ladder.freezes = "frozen", at


def reopen(ladder: Ladder) -> None:
    """Uploads count again, without an end until another is set. Raises `ProblemError` for an open ladder."""
    if ladder.state == "open":
        raise ProblemError(409, "Open already", f"{ladder.title} takes uploads already.")
    ladder.state, ladder.freezes = "open", None


def uploads_pending(session: Session, ladder: Ladder) -> bool:
    """Whether uploads still wait for their verdict. Those that arrived before the freeze count, however long the queue
    was, so the final run waits for them."""
    pending = (
        select(Version.id)
        .join(Entrant, Version.entrant_id == Entrant.id)
        .where(Entrant.ladder_id == ladder.id, Version.state.in_(("queued", "checking")))
    )
    return session.scalar(pending.limit(1)) is not None


LOOK_SECONDS = 20.0
LATE_HOURS = 6
"""A server that was away at night catches up so long after; later it waits for the next night."""

log = logging.getLogger("playfunc_web.schedule")


def keep_schedule(site: Site, stop: threading.Event) -> threading.Thread:
    """Look at the clock until `stop` is set, in a thread of its own."""

    def turns() -> None:
        while not stop.wait(LOOK_SECONDS):
            try:
                with site.database.writing() as session:
                    on_time(session, site.settings, now())
            except StorageError as error:
                log.warning("the schedule waits: %s", error)
            except Exception:
                log.exception("the schedule goes on")

    thread = threading.Thread(target=turns, name="schedule", daemon=True)
    thread.start()
    return thread


def on_time(session: Session, settings: Settings, at: float) -> list[Run]:
    """Do what is due at the time `at`; the runs that were started."""
    started = []
    night = last_night(settings, at)
    for ladder in ladders_of(session):
        if ladder.state == "open" and ladder.freezes is not None and at >= ladder.freezes:
            freeze(ladder, ladder.freezes)
        if ladder.state == "frozen":
            run = _final(session, settings, ladder)
        elif _wanted(session, settings, ladder, night, at):
            run = _start(session, settings, ladder, "nightly", _night_key(ladder, night))
        else:
            run = None
        if run is not None:
            started.append(run)
    return started


def last_night(settings: Settings, at: float) -> datetime:
    """When the nightly run was due last, up to the time `at`."""
    zone, due = _clock(settings)
    here = datetime.fromtimestamp(at, zone)
    days = (here.date(), here.date() - timedelta(days=1))
    return next(night for day in days if (night := datetime.combine(day, due, zone)).timestamp() <= at)


def next_night(settings: Settings, at: float) -> float:
    """When the next nightly run is due."""
    zone, due = _clock(settings)
    day = datetime.fromtimestamp(at, zone).date()
    nights = (datetime.combine(day + timedelta(days=ahead), due, zone).timestamp() for ahead in range(3))
    return next(night for night in nights if night > at)


def _clock(settings: Settings) -> tuple[ZoneInfo, time]:
    return ZoneInfo(settings.timezone), time.fromisoformat(settings.nightly)


def _night_key(ladder: Ladder, night: datetime) -> str:
    return f"night:{ladder.name}:{night.date().isoformat()}"


def _wanted(session: Session, settings: Settings, ladder: Ladder, night: datetime, at: float) -> bool:
    return (
        ladder.nightly
        and ladder.state == "open"
        and (ladder.opens is None or at >= ladder.opens)
        and at - night.timestamp() < LATE_HOURS * 3600
        and session.scalar(select(Job.id).where(Job.key == _night_key(ladder, night))) is None
        and active_run(session, ladder) is None
        and _changed(session, ladder)
    )


def _changed(session: Session, ladder: Ladder) -> bool:
    """Whether the field differs from the last run's, and holds anybody but house players."""
    field: list[Entrant] = field_of(session, ladder)
    last = last_run(session, ladder.id)
    if last is None:
        return any(not entrant.house for entrant in field)
    versions = set(session.scalars(select(Entry.version_id).where(Entry.run_id == last.id)))
    return {entrant.active_id for entrant in field} != versions


def _final(session: Session, settings: Settings, ladder: Ladder) -> Run | None:
    """The final run, once the last upload has its verdict; one for each freeze."""
    assert ladder.freezes is not None
    key = f"final:{ladder.name}:{ladder.freezes:.3f}"
    if session.scalar(select(Job.id).where(Job.key == key)) is not None:
        return None
    if uploads_pending(session, ladder) or active_run(session, ladder) is not None:
        return None
    return _start(session, settings, ladder, "final", key)


def _start(session: Session, settings: Settings, ladder: Ladder, kind: RunKind, key: str) -> Run | None:
    if not timed():
        return None  # it is still due when the clock is looked at next; nobody's upload waits meanwhile
    try:
        run = start_run(session, ladder, kind, settings, key)
    except ProblemError as error:
        log.info("no %s run of %s: %s", kind, ladder.name, error.detail)
        return None
    log.info("run %s of %s is queued: %s", run.number, ladder.name, kind)
    return run
