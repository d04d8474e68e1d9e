"""Log in and out, by password or by a one-time link."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi import Form as Field
from fastapi.responses import RedirectResponse, Response

from playfunc_web.accounts.passwords import matches
from playfunc_web.accounts.people import account_of
from playfunc_web.accounts.sessions import end_session, is_open, link_of, start_session, use_link
from playfunc_web.database.tables import Account
from playfunc_web.errors import ProblemError
from playfunc_web.http.cookies import cookie, delete_cookie, set_cookie
from playfunc_web.http.forms import Form
from playfunc_web.http.limits import LOGINS, LoginThrottle, limited, network_of
from playfunc_web.http.local import local_path
from playfunc_web.http.render import render
from playfunc_web.http.viewer import COOKIE, Anyone, Here
from playfunc_web.site import Site

__all__ = ["enter", "router"]

router = APIRouter(include_in_schema=False)


def enter(request: Request, site: Site, account: Account, there: str) -> Response:
    """Log somebody in under a new session, and go on. The one that the browser came with ends, whoever began it."""
    days = site.settings.retention.sessions_days
    with site.database.writing() as session:
        end_session(session, cookie(request, site, COOKIE))
        secret = start_session(session, session.merge(account), days)
    response = RedirectResponse(local_path(there), 303)
    set_cookie(response, site, COOKIE, secret, days * 86400)
    return response


@router.get("/login")
def login_page(
    request: Request,
    viewer: Anyone,
    next: str = "/",  # noqa: A002, the address's word
    changed: bool = False,
) -> Response:
    if viewer.known:
        return RedirectResponse(local_path(next), 303)
    context = {"next": local_path(next), "failed": False, "login": "", "changed": changed}
    return render(request, "login.html", context)


def _throttle(request: Request) -> LoginThrottle:
    found: LoginThrottle = request.app.state.throttle
    return found


def _network(request: Request) -> str:
    return network_of(request.client.host if request.client else "")


async def _in_turn(request: Request, login: Annotated[str, Field(max_length=64)]) -> None:
    delay = _throttle(request).delay(login, _network(request))
    if delay is None:
        raise ProblemError(
            429,
            "Too many passwords",
            f"Too many passwords for {login} are tried from your network: wait a minute.",
            headers=(("Retry-After", "60"),),
        )
    await asyncio.sleep(delay)


@router.post("/login", dependencies=[Form, Depends(_in_turn), limited(LOGINS, "login")])
def log_in(
    request: Request,
    site: Here,
    login: Annotated[str, Field(max_length=64)],
    password: Annotated[str, Field(max_length=1000)],
    next: Annotated[str, Field(max_length=1000)] = "/",  # noqa: A002
) -> Response:
    with site.database.reading() as session:
        account = account_of(session, login)
    known = matches(account.password if account else None, password)
    if known:
        _throttle(request).right(login, _network(request))
    if account is None or not known or account.disabled is not None:
        context = {"next": local_path(next), "failed": True, "login": login, "changed": False}
        return render(request, "login.html", context, status=403)
    return enter(request, site, account, next)


@router.get("/link/{secret}")
def link_page(request: Request, site: Here, viewer: Anyone, secret: str) -> Response:
    """A button, because mail programs open links to look at them, and this one works once. For a link that is over, why
    it is."""
    with site.database.reading() as session:
        link = link_of(session, secret)
        opens = is_open(link)
    context = {"secret": secret, "opens": opens, "link": link}
    return render(request, "link.html", context, status=200 if opens else 410)


@router.post("/link/{secret}", dependencies=[Form, limited(LOGINS, "link")])
def follow_link(request: Request, site: Here, viewer: Anyone, secret: str) -> Response:
    try:
        with site.database.writing() as session:
            account = use_link(session, secret)
    except ProblemError:
        return link_page(request, site, viewer, secret)
    return enter(request, site, account, "/account")


@router.post("/logout", dependencies=[Form])
def log_out(site: Here, viewer: Anyone) -> Response:
    if viewer.secret:
        with site.database.writing() as session:
            end_session(session, viewer.secret)
    response = RedirectResponse("/", 303)
    delete_cookie(response, site, COOKIE)
    return response
