"""The marking site's application: pages for markers and for the head of the course, and what they save."""

from __future__ import annotations

from fastapi import FastAPI, Request
from fastapi.responses import Response
from playfunc_classroom.nbgrader_bridge import GradebookError

from playfunc_web.errors import ProblemError
from playfunc_web.http.frame import Foot, Place, create_app
from playfunc_web.http.problems import answer
from playfunc_web.marking import (
    account,
    course,
    looks,
    people,
    phrases,
    saving,
    shares,
    submission,
    submissions,
)
from playfunc_web.marking.opening import Marking
from playfunc_web.pages import login, operation
from playfunc_web.pages.account import password_router
from playfunc_web.pages.hub import hub_router

__all__ = ["marking_app"]

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
    account.router,
    password_router,
    shares.router,
    submission.router,
    submissions.router,
    saving.router,
    course.router,
    people.router,
    phrases.router,
    looks.router,
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
