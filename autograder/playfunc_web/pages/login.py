"""Log in and out: by password, by a one-time link, through JupyterHub, or from a learning platform."""

from __future__ import annotations

import asyncio
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Depends, Request
from fastapi import Form as Field
from fastapi.responses import RedirectResponse, Response

from playfunc_web.accounts.people import account_of
from playfunc_web.accounts.sessions import end_session, is_open, link_of, matches, start_session, use_link
from playfunc_web.database.tables import Account
from playfunc_web.errors import ProblemError, SiteError
from playfunc_web.http.limits import LOGINS, LoginThrottle, limited, network_of
from playfunc_web.http.responses import render
from playfunc_web.http.viewer import COOKIE, Anyone, Form, Here, cookie, delete_cookie, local_path, set_cookie
from playfunc_web.site import Site

if TYPE_CHECKING:
    from playfunc_web.accounts.hub import Hub


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


# Log in through JupyterHub: there, and back.

HUB_COOKIE = "playfunc_hub"


def hub_router(site: Site, *, newcomers: bool = True) -> APIRouter:
    """The routes; none where the site has no hub. `newcomers` without an account get one. Raises `SiteError` where the
    hub is not told."""
    router = APIRouter(include_in_schema=False, prefix="/hub")
    if not site.settings.hub:
        return router
    if find_spec("jupyterhub") is None:
        raise SiteError("site.toml says hub = true; first run: pip install 'playfunc[web,hub]'")
    from playfunc_web.accounts.hub import STATE_SECONDS, Hub

    hub = Hub.of(site.settings, site.key)

    @router.get("/login", dependencies=[limited(LOGINS, "hub")])
    def begin(next: str = "/") -> Response:  # noqa: A002, the address's word
        address, kept = hub.begin(local_path(next))
        response = RedirectResponse(address, 303)
        set_cookie(response, site, HUB_COOKIE, kept, STATE_SECONDS)
        return response

    @router.get("/callback", dependencies=[limited(LOGINS, "hub")])
    def callback(request: Request, site: Here, code: str = "", state: str = "") -> Response:
        return _entered(hub, request, site, code, state, newcomers)

    return router


def _entered(hub: Hub, request: Request, site: Site, code: str, state: str, newcomers: bool) -> Response:
    from playfunc_web.accounts.hub import account_of_hub

    name, there = hub.finish(cookie(request, site, HUB_COOKIE), code, state)
    with site.database.writing() as session:
        account = account_of_hub(session, name, site.settings, newcomers=newcomers)
    response = enter(request, site, account, there)
    delete_cookie(response, site, HUB_COOKIE)
    return response


# Launches by LTI 1.3: the platform begins one, and sends the browser back with who it is.

LTI_COOKIE = "playfunc_lti"


def lti_router(site: Site) -> APIRouter:
    """The routes; none where the site has no platform. Raises `SiteError` for settings that do not do.

    Both come from another site by their nature: `state` and `nonce` stand for the token of a form.
    """
    router = APIRouter(include_in_schema=False, prefix="/lti", dependencies=[limited(LOGINS, "lti")])
    if not site.settings.lti.issuer:
        return router
    if find_spec("jwt") is None:
        raise SiteError("site.toml has a table lti; first run: pip install 'playfunc[web,lti]'")
    from playfunc_web.accounts.lti import STATE_SECONDS, Platform, account_of_lti

    platform = Platform.of(site.folder)

    @router.api_route("/login", methods=["GET", "POST"])
    async def begin(request: Request) -> Response:
        asked = request.query_params if request.method == "GET" else await request.form()
        address, kept = platform.begin({key: str(value) for key, value in asked.items()})
        response = RedirectResponse(address, 303)
        # The platform posts the launch from its own page.
        set_cookie(response, site, LTI_COOKIE, kept, STATE_SECONDS, samesite="none")
        return response

    @router.post("/launch")
    def launch(
        request: Request,
        state: Annotated[str, Field(max_length=200)] = "",
        id_token: Annotated[str, Field(max_length=20_000)] = "",
    ) -> Response:
        claims = platform.finish(cookie(request, site, LTI_COOKIE), state, id_token)
        with site.database.writing() as session:
            account = account_of_lti(session, claims)
        response = enter(request, site, account, "/")
        delete_cookie(response, site, LTI_COOKIE)
        return response

    return router
