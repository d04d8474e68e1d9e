"""The marking site's application: accounts from the course's list of markers, pages for markers and for the
instructor, and the server."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, FastAPI, Request
from fastapi import Form as Field
from fastapi.responses import Response
from playfunc_checks.settings import SettingsError
from playfunc_classroom.markers import MARKERS_FILE, Line, read_markers
from playfunc_classroom.nbgrader_bridge.course import Course, GradebookError
from playfunc_classroom.nbgrader_bridge.gradebook_writer import recompute_points
from sqlalchemy import select
from sqlalchemy.orm import Session

from playfunc_web.accounts.class_list import Enrolled, Person, administrator_link, enrol
from playfunc_web.accounts.people import LOGIN, account_of
from playfunc_web.accounts.sessions import LEAST_CHARACTERS, link_address
from playfunc_web.database.tables import Account
from playfunc_web.errors import ProblemError, SiteError
from playfunc_web.http.application import Foot, Place, audit_router, create_app
from playfunc_web.http.responses import answer, render
from playfunc_web.http.server import answer_requests, hear_signals
from playfunc_web.http.viewer import Admin, Here, Member, base_url
from playfunc_web.marking import instructor_pages, regrade_requests, submission
from playfunc_web.marking.grading_session import GradingSession, grading_session
from playfunc_web.monitoring import audit
from playfunc_web.opening import Started, serving
from playfunc_web.pages import login
from playfunc_web.pages.login import hub_router, password_router
from playfunc_web.retention import prune_daily
from playfunc_web.site import Settings, Site, SiteFolder

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class Marking(Started):
    """A marking site that is ready to be served. The administrator is the instructor."""

    grading: GradingSession = field(kw_only=True)


def open_marking(course: Path) -> Marking:
    """Raises `FileNotFoundError` where there is no course, `SettingsError` and `SiteError`."""
    opened = Course.open(course)
    if not opened.settings.assignments:
        raise SiteError(f"{course} has no assignment: expected source/NAME/assignment.toml")
    try:
        with (
            opened.gradebook()
        ):  # made where there is none yet: a site may be served before the first release
            pass
    except GradebookError as error:
        raise SiteError(f"{error}: {error.log}") from error
    for name in opened.settings.assignments:
        recompute_points(opened, name)
    folder = SiteFolder.in_course(opened.root)
    site = Site.open(replace(folder, settings=_titled(folder.settings, opened)))
    with site.database.writing() as session:
        enrolled = enrol_markers(session, opened.root)
        link = administrator_link(session)
    return Marking(site, link, enrolled, grading=GradingSession(opened))


def enrol_markers(session: Session, course: Path) -> Enrolled:
    """Make the accounts that are missing. Whoever is no longer on the list has no share, and keeps the account. Raises
    `SiteError` for a name that is no login."""
    try:
        lines = read_markers(course)
    except SettingsError as error:
        raise SiteError(str(error)) from error
    return enrol(session, [Person(name, role="staff") for name in _logins(lines)])


def _logins(lines: Sequence[Line]) -> list[str]:
    names = list(dict.fromkeys(line.marker for line in lines))
    for name in names:
        if not LOGIN.fullmatch(name):
            raise SiteError(
                f"{MARKERS_FILE}: a marker's name is the login too, of up to 64 letters, digits and . _ @ + -, got "
                f"{name!r}"
            )
    return names


def _titled(settings: Settings, course: Course) -> Settings:
    """With the course's name and time zone, unless site.toml names others. Nothing of it is ever public."""
    usual = Settings()
    title = f"Marking: {course.root.name}" if settings.title == usual.title else settings.title
    zone = str(course.settings.zone) if settings.timezone == usual.timezone else settings.timezone
    return replace(settings, title=title, timezone=zone, public=False)


# For the instructor: who marks, one-time links, and the list of markers read again.


@router.get("/people")
def people_page(request: Request, site: Here, viewer: Admin) -> Response:
    return _page(request, site)


@router.post("/people/list")
def read_list(request: Request, site: Here, viewer: Admin) -> Response:
    """Make accounts for markers who were added to the list."""
    try:
        with site.database.writing() as session:
            enrolled = enrol_markers(session, grading_session(request).course.root)
            audit(session, viewer, "read the list of markers", enrolled.counted)
    except SiteError as error:
        raise ProblemError(422, "The list of markers cannot be read", f"{error}.") from error
    return _page(request, site, enrolled=enrolled)


@router.post("/people/link")
def link(
    request: Request, site: Here, viewer: Admin, login: Annotated[str, Field(max_length=64)]
) -> Response:
    """A new one-time link, to be sent to the marker."""
    with site.database.writing() as session:
        account = account_of(session, login)
        if account is None or account.disabled is not None:
            raise ProblemError(404, "No such login", f"Nobody here has the login {login!r}.")
        made = link_address(session, account, base_url(request))
        audit(session, viewer, "made a one-time link", f"account {account.id}")
    return _page(request, site, login=login, link=made)


def _page(
    request: Request, site: Site, enrolled: Enrolled | None = None, login: str = "", link: str = ""
) -> Response:
    with site.database.reading() as session:
        accounts = session.scalars(select(Account).order_by(Account.role, Account.login)).all()
    context = {"accounts": accounts, "enrolled": enrolled, "login": login, "link": link}
    return render(request, "marking_people.html", context)


# One's own account on the marking site: the password, and nothing else.


@router.get("/account")
def account_page(request: Request, site: Here, viewer: Member) -> Response:
    with site.database.reading() as session:
        account = session.get_one(Account, viewer.account_id)
    return render(request, "marking_account.html", {"account": account, "least": LEAST_CHARACTERS})


NAVIGATION = (
    Place("/", "Your share", "staff"),
    Place("/course", "Course", "admins"),
    Place("/submissions", "Submissions", "admins"),
    Place("/phrases", "Phrases", "admins"),
    Place("/regrade-requests", "Regrade requests", "admins"),
    Place("/people", "Markers", "admins"),
    Place("/help", "Help", "staff"),
)

FOOT = Foot(
    "Names of students are hidden here. Formgrader shows the same points and comments.",
    (),
    "Nothing can be saved at the moment: the disk takes nothing. What was saved before is not lost.",
)

ROUTERS = (
    login.router,
    router,
    password_router,
    submission.router,
    instructor_pages.router,
    regrade_requests.router,
    audit_router,
)


def marking_app(opened: Marking) -> FastAPI:
    """Pages find the course in `request.app.state.grading`."""
    routers = (*ROUTERS, hub_router(opened.site, newcomers=False))
    app = create_app(opened.site, routers, NAVIGATION, FOOT)
    app.state.grading = opened.grading
    app.add_exception_handler(GradebookError, _gradebook)
    return app


async def _gradebook(request: Request, error: Exception) -> Response:
    detail = "The gradebook cannot be used at present. Nothing that was saved is lost; try again in a minute."
    return answer(request, ProblemError(503, "The gradebook is unavailable", detail))


# Serve a course's marking site: answer requests until told to stop.


def serve_marking(
    opened: Marking, port: int, host: str = "127.0.0.1", *, on_ready: Callable[[], None]
) -> None:
    """`on_ready` is called as soon as the port takes connections. Raises as `serving`."""
    told, app = hear_signals(), marking_app(opened)
    with suppress(SettingsError, GradebookError):  # pages say what is wrong
        opened.grading.assignments()  # read before anybody waits for it
    with serving(opened, port, host) as listening:
        prune_daily(opened.site, told)
        on_ready()
        answer_requests(app, listening, told)
        opened.grading.replays.end()
