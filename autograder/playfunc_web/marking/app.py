"""The marking site's application: pages for markers and for the head of the course, and its server."""

from __future__ import annotations

import threading
from collections.abc import Callable

from fastapi import FastAPI, Request
from fastapi.responses import Response
from playfunc_classroom.nbgrader_bridge import GradebookError

from playfunc_web.accounts.class_list import log_changes
from playfunc_web.errors import ProblemError
from playfunc_web.folder import held
from playfunc_web.http.application import Foot, Place, create_app
from playfunc_web.http.responses import answer
from playfunc_web.http.server import answer_requests, hear_signals, listening_at
from playfunc_web.marking import accounts, course, regrade_requests, shares, submission
from playfunc_web.marking.accounts import Marking
from playfunc_web.monitoring import configure_logs
from playfunc_web.pages import login, operation
from playfunc_web.pages.account import password_router
from playfunc_web.pages.login import hub_router
from playfunc_web.privacy.retention import prune_daily

NAVIGATION = (
    Place("/", "Your share", "staff"),
    Place("/course", "Course", "admins"),
    Place("/submissions", "Submissions", "admins"),
    Place("/phrases", "Phrases", "admins"),
    Place("/looks", "Second looks", "admins"),
    Place("/people", "Markers", "admins"),
    Place("/help", "Help", "staff"),
)

FOOT = Foot(
    "Names of students are hidden here. Points and comments are those of formgrader.",
    (),
    "Nothing can be saved at the moment: the disk takes nothing. What was saved before is not lost.",
)

ROUTERS = (
    login.router,
    accounts.router,
    password_router,
    shares.router,
    submission.router,
    course.router,
    regrade_requests.router,
    operation.router,
    operation.metrics_router,
)


def marking_app(opened: Marking) -> FastAPI:
    """Pages find the course in `request.app.state.desk`."""
    routers = (*ROUTERS, hub_router(opened.site, newcomers=False))
    app = create_app(opened.site, routers, NAVIGATION, FOOT)
    app.state.desk = opened.desk
    app.add_exception_handler(GradebookError, _gradebook)
    return app


async def _gradebook(request: Request, error: Exception) -> Response:
    detail = "The gradebook cannot be used at present. Nothing that was saved is lost; try again in a minute."
    return answer(request, ProblemError(503, "The gradebook is unavailable", detail))


# Serve a course's marking site: answer requests until told to stop.


def serve_marking(
    opened: Marking, port: int, host: str = "127.0.0.1", *, on_ready: Callable[[], None]
) -> None:
    """`on_ready` is called as soon as the port takes connections. Raises `SiteError` where another process serves the
    course's marking or has the port."""
    with held(opened.site.folder.path), listening_at(host, port) as listening:
        configure_logs()
        log_changes(opened.enrolled)
        stop = threading.Event()
        prune_daily(opened.site, stop)
        told = hear_signals()
        on_ready()
        answer_requests(marking_app(opened), listening, told)
        stop.set()
        opened.desk.replays.end()
        opened.site.database.close()
