"""For staff: ladders with what their next run would cost, and what needs a look. All is audited."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Query, Request
from fastapi import Form as Field
from fastapi.responses import RedirectResponse, Response
from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session, contains_eager, joinedload

from playfunc_web.accounts.class_list import (
    GROUP_RULE,
    Enrolled,
    enrol,
    invitations,
    log_changes,
    read_class_list,
    waiting_for_links,
)
from playfunc_web.accounts.people import (
    account_of,
    clean,
    close_account,
    has_played,
    join_group,
    open_account,
)
from playfunc_web.accounts.sessions import LINK_DAYS, link_address
from playfunc_web.database import now
from playfunc_web.database.tables import Account, Bot, Entrant, Job, Ladder, Party, Run, Version
from playfunc_web.errors import ProblemError, SiteError
from playfunc_web.http.responses import attachment, render
from playfunc_web.http.viewer import Admin, Here, Staff, base_url
from playfunc_web.jobs import enqueue, job_of
from playfunc_web.ladders.ladders import ladder_named, ladders_of, last_run, timed, wait_until_timed
from playfunc_web.ladders.schedule import (
    RunKind,
    active_run,
    budget_of,
    freeze,
    next_night,
    next_run,
    reopen,
    start_run,
    uploads_pending,
)
from playfunc_web.monitoring import audit
from playfunc_web.site import Settings, Site

router = APIRouter(include_in_schema=False)


DONE = {
    "run": "The run is queued.",
    "freeze": "The ladder is frozen. The final run starts once the last upload has its verdict.",
    "reopen": "The ladder is open again.",
    "settings": "Saved.",
    "again": "It is queued again.",
    "closed": "The account is closed. Its sessions and tokens have ended.",
    "opened": "The account is open again.",
}

MOST_LISTED = 200
ACCOUNT_ROWS = 50


@router.get("/staff")
def staff_page(
    request: Request,
    site: Here,
    viewer: Staff,
    done: str = "",
    q: Annotated[str, Query(max_length=80)] = "",
    page: Annotated[int, Query(ge=1, le=1_000_000)] = 1,
) -> Response:
    return page_of_staff(request, site, done=DONE.get(done, ""), text=q.strip(), page=page)


def page_of_staff(
    request: Request,
    site: Site,
    *,
    done: str = "",
    login: str = "",
    link: str = "",
    enrolled: Enrolled | None = None,
    text: str = "",
    page: int = 1,
) -> Response:
    """With the accounts whose login, name or group has this `text`, and the new `link` of `login`, shown this once."""
    with site.database.reading() as session:
        context = {
            "done": done,
            "login": login,
            "link": link,
            "enrolled": enrolled,
            "link_days": LINK_DAYS,
            "ladders": [_shown(session, ladder, site.settings) for ladder in ladders_of(session)],
            "members": _members(session, text, page),
            "waiting": len(waiting_for_links(session)),
            "class_list": site.settings.class_list,
            "flagged": _flagged(session),
            "broken": _broken(session),
            "jobs": site.settings.jobs,
        }
        return render(request, "staff.html", context)


def _shown(session: Session, ladder: Ladder, settings: Settings) -> dict[str, Any]:
    """A ladder as staff see it."""
    active = active_run(session, ladder)
    zone = ZoneInfo(settings.timezone)
    is_open = ladder.state == "open"
    return {
        "ladder": ladder,
        "last": last_run(session, ladder.id),
        "active": active,
        "job": job_of(session, "run", active.id) if active else None,
        "next": _next(session, ladder, "button" if is_open else "final", settings),
        "pending": ladder.state == "frozen" and uploads_pending(session, ladder),
        "opens": _typed(ladder.opens, zone),
        "freezes": _typed(ladder.freezes, zone),
        "night": next_night(settings, now()) if ladder.nightly and is_open else None,
    }


def _typed(moment: float | None, zone: ZoneInfo) -> str:
    """As a form holds it."""
    return datetime.fromtimestamp(moment, zone).strftime("%Y-%m-%dT%H:%M") if moment else ""


def _next(session: Session, ladder: Ladder, kind: RunKind, settings: Settings) -> dict[str, Any]:
    """A run before it starts: its plan, or `why_not`; `timing` while what it costs is not known yet."""
    shown = {"kind": kind, "budget": budget_of(ladder, kind, settings), "timing": not timed(), "plan": None}
    try:
        return shown if shown["timing"] else {**shown, "plan": next_run(session, ladder, kind, settings)}
    except (ProblemError, ValueError) as error:
        return {**shown, "why_not": str(error)}


def _members(session: Session, text: str, page: int) -> dict[str, Any]:
    """A page of the accounts that `text` was searched for, each with its party's places on ladders and its bots."""
    wanted = select(Account).join(Account.party)
    if text:
        columns = (Account.login, Account.name, Party.name)
        wanted = wanted.where(or_(*(column.icontains(text, autoescape=True) for column in columns)))
    total = session.scalar(select(func.count()).select_from(wanted.subquery())) or 0
    of = max(1, -(-total // ACCOUNT_ROWS))
    at = min(page, of)
    whose = contains_eager(Account.party).selectinload(Party.entrants).joinedload(Entrant.ladder)
    shown = wanted.options(whose).order_by(func.lower(Account.login), Account.id)
    accounts = session.scalars(shown.limit(ACCOUNT_ROWS).offset((at - 1) * ACCOUNT_ROWS)).all()
    bots: dict[int | None, list[str]] = {}
    for bot in session.scalars(select(Bot).where(Bot.party_id.in_([each.party_id for each in accounts]))):
        bots.setdefault(bot.party_id, []).append(bot.name)
    rows = [(each, each.party.entrants, bots.get(each.party_id, [])) for each in accounts]
    return {"text": text, "rows": rows, "at": at, "of": of, "total": total}


def _flagged(session: Session) -> list[Version]:
    chosen = select(Version).where(Version.flagged != "").order_by(Version.id.desc()).limit(MOST_LISTED)
    whose = joinedload(Version.entrant).options(joinedload(Entrant.party), joinedload(Entrant.ladder))
    return list(session.scalars(chosen.options(whose)))


def _broken(session: Session) -> list[Job]:
    """Work that failed, whoever's fault it was: none of it is the student's."""
    chosen = select(Job).where(Job.state == "failed").order_by(Job.id.desc()).limit(MOST_LISTED)
    return list(session.scalars(chosen))


@router.post("/staff/ladders/{name}/run")
def run_now(site: Here, viewer: Staff, name: str) -> Response:
    """A run by button: the final one where the ladder is frozen."""
    wait_until_timed()
    with site.database.writing() as session:
        ladder = ladder_named(session, name)
        if ladder.state == "frozen" and uploads_pending(session, ladder):
            raise ProblemError(
                409,
                "Uploads wait",
                "Some uploads that arrived before the freeze still wait for their verdict.",
            )
        kind: RunKind = "button" if ladder.state == "open" else "final"
        if kind == "final":
            ladder.state = "frozen"
        run = start_run(session, ladder, kind, site.settings)
        audit(session, viewer, f"started a run ({kind})", f"ladder {ladder.name}, run {run.number}")
    return _back("run")


@router.post("/staff/ladders/{name}/freeze")
def freeze_now(site: Here, viewer: Staff, name: str) -> Response:
    with site.database.writing() as session:
        ladder = ladder_named(session, name)
        freeze(ladder, now())
        audit(session, viewer, "froze", f"ladder {ladder.name}")
    return _back("freeze")


@router.post("/staff/ladders/{name}/reopen")
def open_again(site: Here, viewer: Staff, name: str) -> Response:
    with site.database.writing() as session:
        ladder = ladder_named(session, name)
        reopen(ladder)
        audit(session, viewer, "reopened", f"ladder {ladder.name}")
    return _back("reopen")


@router.post("/staff/ladders/{name}/settings")
def change_settings(
    site: Here,
    viewer: Staff,
    name: str,
    opens: Annotated[str, Field(max_length=30)] = "",
    freezes: Annotated[str, Field(max_length=30)] = "",
    nightly: Annotated[bool, Field()] = False,
    run_cpu_minutes: Annotated[str, Field(max_length=12)] = "",
) -> Response:
    with site.database.writing() as session:
        ladder = ladder_named(session, name)
        if ladder.state == "open":
            ladder.opens, ladder.freezes = _term(opens, freezes, site.settings)
        ladder.nightly = nightly
        ladder.run_cpu_seconds = _seconds(run_cpu_minutes)
        audit(session, viewer, "changed the settings", f"ladder {ladder.name}")
    return _back("settings")


def _term(opens: str, freezes: str, settings: Settings) -> tuple[float | None, float | None]:
    start, end = _moment(opens, settings), _moment(freezes, settings)
    if start is not None and end is not None and start >= end:
        raise ProblemError(
            422, "Open before the freeze", f"A ladder opens before it freezes; got {opens} and {freezes}."
        )
    return start, end


def _moment(text: str, settings: Settings) -> float | None:
    if not text.strip():
        return None
    try:
        return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(settings.timezone)).timestamp()
    except (ValueError, OverflowError):
        raise ProblemError(
            422,
            "No such time",
            f"Write the time as 2026-12-18T23:59, in {settings.timezone}; got {text!r}.",
        ) from None


def _seconds(minutes: str) -> float | None:
    if not minutes.strip():
        return None
    try:
        asked = float(minutes)
    except ValueError:
        asked = 0.0
    if not 0 < asked <= 100_000:
        raise ProblemError(
            422, "No such budget", f"Write the CPU budget in minutes, such as 60; got {minutes!r}."
        )
    return asked * 60


@router.post("/staff/jobs/{job_id}/again")
def try_again(site: Here, viewer: Staff, job_id: int) -> Response:
    """Queue what broke on our side once more; it goes on where it stopped."""
    with site.database.writing() as session:
        job = session.get(Job, job_id)
        if job is None or job.state != "failed":
            raise ProblemError(404, "No such job", "It is not among those that broke; reload the page.")
        _mend(session, job)
        enqueue(session, job.kind, job.key, job.target, job.priority)
        audit(session, viewer, "tried again", f"job {job.id} ({job.kind})")
    return _back("again")


def _mend(session: Session, job: Job) -> None:
    if job.kind == "run":
        run = session.get_one(Run, job.target)
        if active_run(session, run.ladder) is not None:
            raise ProblemError(409, "A run is under way", "Wait until the ladder's present run is complete.")
        run.state = "planned"
    elif job.kind == "admission":
        session.get_one(Version, job.target).state = "queued"


def _back(done: str) -> Response:
    return RedirectResponse(f"/staff?done={done}", 303)


# For administrators: the class list, one-time links, groups, and accounts closed and opened. All is audited.


STOPPED = (
    "What they uploaded alone no longer plays; past runs list it as “withdrawn player”. The group's own uploads play: "
    "they can upload the same file for the group."
)


@router.post("/staff/class-list")
def read_class(request: Request, site: Here, viewer: Admin) -> Response:
    """Bring the accounts up to the class list in the site's folder."""
    path = site.folder.class_list
    if path is None:
        raise ProblemError(
            409,
            "No class list",
            'site.toml names none: set class_list = "class.csv" and start the site again.',
        )
    try:
        people = read_class_list(path)
    except SiteError as error:
        raise ProblemError(422, "The class list cannot be read", f"{error}.") from error
    with site.database.writing() as session:
        enrolled = enrol(session, people)
        audit(session, viewer, "read the class list", enrolled.counted)
    log_changes(enrolled)
    return page_of_staff(request, site, enrolled=enrolled)


@router.post("/staff/links")
def links(request: Request, site: Here, viewer: Admin) -> Response:
    """One-time links of everybody in the class who has not logged in yet, to be mailed."""
    with site.database.writing() as session:
        table = invitations(session, base_url(request))
        audit(session, viewer, "made one-time links", f"{table.count(chr(10)) - 1} accounts")
    return attachment(table, "text/csv; charset=utf-8", "links.csv")


@router.post("/staff/link")
def link_of_one(
    request: Request, site: Here, viewer: Admin, login: Annotated[str, Field(max_length=200)]
) -> Response:
    """A one-time link for somebody who forgot the password, or followed the first link and set none."""
    login = login.strip()
    with site.database.writing() as session:
        account = account_of(session, login)
        if account is None or account.source not in ("class", "local") or account.disabled is not None:
            raise ProblemError(
                404,
                "No such login",
                f"No account of the class list has the login {login!r}; read the class list again if it is new.",
            )
        link = link_address(session, account, base_url(request))
        audit(session, viewer, "made a one-time link", f"account {account.id}")
    return page_of_staff(request, site, login=login, link=link)


@router.post("/staff/group")
def move_into_group(
    request: Request,
    site: Here,
    viewer: Admin,
    login: Annotated[str, Field(max_length=200)],
    group: Annotated[str, Field(max_length=200)],
) -> Response:
    """Somebody who plays alone, with or without uploads, joins a group. Their own player stops."""
    login, group = login.strip(), group.strip()
    if not group or clean(group) != group:
        raise ProblemError(422, "No such group", f"Write the group's name: {GROUP_RULE}; got {group!r}.")
    with site.database.writing() as session:
        account = _known(session, login)
        former = account.party
        if former.kind == "group" and former.name == group:
            raise ProblemError(409, "Already there", f"{login} belongs to the group {group} already.")
        if former.kind == "group" and has_played(session, former):
            raise ProblemError(
                409,
                "Another group's player",
                f"{login} belongs to the group {former.name}, which has uploaded a player: its uploads are the "
                "group's, so its members stay.",
            )
        played, left = has_played(session, former), former.id
        join_group(session, account, group)
        audit(
            session, viewer, "moved into a group", f"account {account.id}, party {left} to {account.party_id}"
        )
    done = f"{login} belongs to the group {group} now. "
    done += STOPPED if played else "Nothing had been uploaded before."
    return page_of_staff(request, site, done=done)


@router.post("/staff/account")
def close_or_open(
    site: Here,
    viewer: Admin,
    login: Annotated[str, Field(max_length=200)],
    to: Annotated[Literal["close", "open"], Field()],
) -> Response:
    """Nobody closes their own account, so that one administrator at least stays."""
    with site.database.writing() as session:
        account = _known(session, login.strip())
        if account.id == viewer.account_id:
            raise ProblemError(409, "Your own account", "Ask another administrator to close your account.")
        (close_account if to == "close" else open_account)(session, account)
        done = "closed" if to == "close" else "opened"
        audit(session, viewer, f"{done} an account", f"account {account.id}")
    return _back(done)


def _known(session: Session, login: str) -> Account:
    account = account_of(session, login)
    if account is None:
        raise ProblemError(404, "No such login", f"No account has the login {login!r}.")
    return account
