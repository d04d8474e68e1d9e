"""Official runs before they are played: who takes part, and all that the result depends on; and what happens by itself:
a run every night, the freeze, and the final run after it.

A night's run is played only where a version is new since the last run, or one has gone: between the same players it
would tell nothing but luck, and would move people's ranks for it. All is decided by what the database holds, so that a
server that was away or started twice plays no night twice.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Sequence
from datetime import datetime, time, timedelta
from typing import Literal, TypeAlias
from zoneinfo import ZoneInfo

from playfunc.games import rules_for
from playfunc_arena.formats import Format, ladder_format
from playfunc_arena.plan import MOST, BudgetError, Plan, expected, plan, questions
from playfunc_opponents import weakest_at
from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session, joinedload

from playfunc_web.accounts.people import takes_part
from playfunc_web.database import now
from playfunc_web.database.tables import Entrant, Entry, Job, Ladder, Meeting, Party, Run, Version
from playfunc_web.errors import ProblemError, StorageError
from playfunc_web.jobs import Handler, Work, enqueue
from playfunc_web.ladders.ladders import built_in_seconds, ladders_of, last_run, timed
from playfunc_web.ladders.playing import code_of, play_run
from playfunc_web.site import Settings, Site

RunKind: TypeAlias = Literal["nightly", "button", "final"]

SEED_BITS = 63

FINAL = 3
"""A final run may have so many times as many deals as any other, even where quick players leave CPU time over."""

UNKNOWN_SECONDS = 0.05
"""CPU seconds a game of a player that has met nobody yet."""


def plan_run(
    session: Session,
    ladder: Ladder,
    kind: RunKind,
    settings: Settings,
    *,
    seed: int | None = None,
    deals: int = 0,
) -> Run:
    """A new run with its field frozen: every active version whose party takes part, and every built-in player.

    `deals` a player follow from the CPU budget unless they are given. Raises `ProblemError` for too small a field.
    """
    entrants = field_of(session, ladder)
    chosen = next_run(session, ladder, kind, settings, entrants=entrants, deals=deals)
    number = 1 + (session.scalar(select(func.max(Run.number)).where(Run.ladder_id == ladder.id)) or 0)
    run = Run(
        ladder=ladder,
        number=number,
        kind=kind,
        seed=str(secrets.randbits(SEED_BITS) if seed is None else seed),
        settings={
            "contest": ladder.contest,
            "deals": chosen.deals,
            "games": chosen.games,
            "budget_cpu_seconds": budget_of(ladder, kind, settings),
            "allowance_cpu_seconds_a_deal": chosen.allowance,
            **code_of(ladder.contest),
        },
        planned=now(),
        expected_seconds=chosen.expected_seconds,
    )
    session.add(run)
    session.flush()
    for place, entrant in enumerate(entrants):
        session.add(Entry(run_id=run.id, place=place, entrant_id=entrant.id, version_id=entrant.active_id))
    session.flush()
    return run


def budget_of(ladder: Ladder, kind: RunKind, settings: Settings) -> float:
    """The published CPU seconds of a run of this kind."""
    if kind == "final":
        return max(settings.final_cpu_seconds, ladder.run_cpu_seconds or 0.0)
    return ladder.run_cpu_seconds or settings.run_cpu_seconds


def next_run(
    session: Session,
    ladder: Ladder,
    kind: RunKind,
    settings: Settings,
    *,
    entrants: Sequence[Entrant] | None = None,
    deals: int = 0,
) -> Plan:
    """What a run would be if it were started now, of these `entrants` and `deals` where they are given. Raises
    `ProblemError` for too small a field."""
    entrants = field_of(session, ladder) if entrants is None else entrants
    form = ladder_format(ladder.contest)
    if len(entrants) < form.least:
        raise ProblemError(
            409,
            "Too few players",
            f"{ladder.title} needs at least {form.least} players; {len(entrants)} are admitted.",
        )
    costs = seconds_a_game(session, form, entrants)
    if deals:
        return expected(form, costs, deals, settings.jobs)
    try:
        most = MOST * FINAL if kind == "final" else MOST
        return plan(form, costs, budget_of(ladder, kind, settings), settings.jobs, most)
    except BudgetError as error:
        raise ProblemError(409, "The budget is too small", f"{error}.") from error


def field_of(session: Session, ladder: Ladder) -> list[Entrant]:
    """Who would play now, in the order in which they entered."""
    return list(
        session.scalars(
            select(Entrant)
            .join(Party)
            .where(Entrant.ladder_id == ladder.id, Entrant.active_id.is_not(None), takes_part())
            .order_by(Entrant.id)
            .options(joinedload(Entrant.party))
        )
    )


def seconds_a_game(session: Session, form: Format, entrants: Sequence[Entrant]) -> list[float]:
    """The CPU seconds that each entrant takes a game, with its part of keeping the game: of a built-in player as
    measured here, of others as in the last complete run, and of new ones as when they met the built-in players."""
    rules = rules_for(form.game, form.least, **form.parameters)
    keeping = built_in_seconds(rules, weakest_at(rules))
    known = {
        **{entrant: (ms or 0.0) / 1000 * questions(rules) for entrant, ms in session.execute(_met(entrants))},
        **{entrant: float(seconds) for entrant, seconds in session.execute(_played(entrants))},
    }
    return [
        built_in_seconds(rules, entrant.house)
        if entrant.house
        else keeping + known.get(entrant.id, UNKNOWN_SECONDS)
        for entrant in entrants
    ]


def _played(entrants: Sequence[Entrant]) -> Select[int, float]:
    """Entrants with their CPU seconds a game in the last complete run that each was in."""
    last = (
        select(Entry.entrant_id, func.max(Entry.run_id).label("run_id"))
        .join(Run)
        .where(Run.state == "complete", Entry.games > 0, Entry.cpu_seconds > 0)
        .where(Run.ladder_id.in_({entrant.ladder_id for entrant in entrants}))
        .group_by(Entry.entrant_id)
        .subquery()
    )
    return select(Entry.entrant_id, Entry.cpu_seconds / Entry.games).join(
        last, (Entry.entrant_id == last.c.entrant_id) & (Entry.run_id == last.c.run_id)
    )


def _met(entrants: Sequence[Entrant]) -> Select[int, float | None]:
    """Entrants with the milliseconds a move that their active versions took against the built-in players."""
    return (
        select(Entrant.id, Meeting.move_ms)
        .join(Meeting, Meeting.version_id == Entrant.active_id)
        .where(Entrant.ladder_id.in_({entrant.ladder_id for entrant in entrants}))
        .where(Meeting.rung == "", Meeting.move_ms.is_not(None))
    )


# Official runs as work of the queue: started by the schedule or by staff, played behind everything else.


def start_run(session: Session, ladder: Ladder, kind: RunKind, settings: Settings, key: str = "") -> Run:
    """Freeze the field and queue the run; `key` names what may be queued once alone, such as a night's run. Raises
    `ProblemError` for too small a field, and while a run of the ladder is under way."""
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
    """Whether the field differs from the last run's, and holds anybody but built-in players."""
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
