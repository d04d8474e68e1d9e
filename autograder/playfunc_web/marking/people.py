"""For the head of the course: who marks, one-time links, and the list of markers read again."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from fastapi import Form as Field
from fastapi.responses import Response
from sqlalchemy import select

from playfunc_web.accounts.class_list import Enrolled
from playfunc_web.accounts.people import account_of
from playfunc_web.accounts.sessions import make_link
from playfunc_web.database.tables import Account
from playfunc_web.errors import ProblemError, SiteError
from playfunc_web.http.forms import Form
from playfunc_web.http.render import render
from playfunc_web.http.viewer import Admin, Here
from playfunc_web.marking.desk import desk_of
from playfunc_web.marking.opening import enrol_markers
from playfunc_web.operation.audit import audit
from playfunc_web.site import Site

__all__ = ["router"]

router = APIRouter(include_in_schema=False)


@router.get("/people")
def people_page(request: Request, site: Here, viewer: Admin) -> Response:
    return _page(request, site)


@router.post("/people/list", dependencies=[Form])
def read_list(request: Request, site: Here, viewer: Admin) -> Response:
    """Make accounts for markers who were added to the list."""
    try:
        with site.database.writing() as session:
            enrolled = enrol_markers(session, desk_of(request).course.root)
            audit(session, viewer, "read the list of markers", enrolled.counted)
    except SiteError as error:
        raise ProblemError(422, "The list of markers cannot be read", f"{error}.") from error
    return _page(request, site, enrolled=enrolled)


@router.post("/people/link", dependencies=[Form])
def link(
    request: Request, site: Here, viewer: Admin, login: Annotated[str, Field(max_length=64)]
) -> Response:
    """A new one-time link, to be sent to the marker."""
    with site.database.writing() as session:
        account = account_of(session, login)
        if account is None or account.disabled is not None:
            raise ProblemError(404, "No such login", f"Nobody here has the login {login!r}.")
        base = site.settings.base_url or str(request.base_url)
        made = f"{base.rstrip('/')}/link/{make_link(session, account)}"
        audit(session, viewer, "made a one-time link", f"account {account.id}")
    return _page(request, site, login=login, link=made)


def _page(
    request: Request, site: Site, enrolled: Enrolled | None = None, login: str = "", link: str = ""
) -> Response:
    with site.database.reading() as session:
        accounts = session.scalars(select(Account).order_by(Account.role, Account.login)).all()
    context = {"accounts": accounts, "enrolled": enrolled, "login": login, "link": link}
    return render(request, "marking_people.html", context)
