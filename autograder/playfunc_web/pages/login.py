"""Log in and out: by password, by a one-time link, through JupyterHub, or from a learning platform."""

from __future__ import annotations

import asyncio
from importlib.util import find_spec
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi import Form as Field
from fastapi.responses import RedirectResponse, Response
from sqlalchemy import delete, select
from sqlalchemy.orm import joinedload

from playfunc_web.accounts.people import account_of, clean, refuse_likeness
from playfunc_web.accounts.sessions import (
    LEAST_CHARACTERS,
    end_all,
    end_session,
    hashed,
    is_open,
    link_of,
    make_token,
    matches,
    start_session,
    use_link,
)
from playfunc_web.database import now
from playfunc_web.database.tables import Account, Party, Token
from playfunc_web.errors import ProblemError, SiteError
from playfunc_web.http.limits import LOGINS, LoginThrottle, limited, network_of
from playfunc_web.http.responses import render
from playfunc_web.http.viewer import (
    COOKIE,
    Anyone,
    Here,
    Member,
    cookie,
    delete_cookie,
    local_path,
    set_cookie,
)
from playfunc_web.site import Site

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


@router.post("/login", dependencies=[Depends(_in_turn), limited(LOGINS, "login")])
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
    """A button, because mail programs open links to look at them; for a link that is over, why it is."""
    with site.database.reading() as session:
        link = link_of(session, secret)
        opens = is_open(link)
    context = {"secret": secret, "opens": opens, "link": link}
    return render(request, "link.html", context, status=200 if opens else 410)


@router.post("/link/{secret}", dependencies=[limited(LOGINS, "link")])
def follow_link(request: Request, site: Here, viewer: Anyone, secret: str) -> Response:
    try:
        with site.database.writing() as session:
            account = use_link(session, secret)
    except ProblemError:
        return link_page(request, site, viewer, secret)
    return enter(request, site, account, "/account")


@router.post("/logout")
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
    """The routes, none without a hub; `newcomers` get an account. Raises `SiteError` where the hub is not told."""
    router = APIRouter(include_in_schema=False, prefix="/hub")
    if not site.settings.hub:
        return router
    if find_spec("jupyterhub") is None:
        raise SiteError("site.toml says hub = true; first run: pip install 'playfunc[web,hub]'")
    from playfunc_web.accounts.hub import STATE_SECONDS, Hub, account_of_hub

    hub = Hub.of(site.settings, site.key)

    @router.get("/login", dependencies=[limited(LOGINS, "hub")])
    def begin(next: str = "/") -> Response:  # noqa: A002, the address's word
        address, kept = hub.begin(local_path(next))
        response = RedirectResponse(address, 303)
        set_cookie(response, site, HUB_COOKIE, kept, STATE_SECONDS)
        return response

    @router.get("/callback", dependencies=[limited(LOGINS, "hub")])
    def callback(request: Request, site: Here, code: str = "", state: str = "") -> Response:
        name, there = hub.finish(cookie(request, site, HUB_COOKIE), code, state)
        with site.database.writing() as session:
            account = account_of_hub(session, name, site.settings, newcomers=newcomers)
        response = enter(request, site, account, there)
        delete_cookie(response, site, HUB_COOKIE)
        return response

    return router


# Launches by LTI 1.3: the platform begins one, and sends the browser back with who it is.

LTI_COOKIE = "playfunc_lti"


def lti_router(site: Site) -> APIRouter:
    """The routes; none where the site has no platform. Raises `SiteError` for settings that do not do.

    Both come from another site by their nature: `state` and `nonce` bind a launch to the browser that began it.
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


# One's own account: the name that others see, password, tokens, leaving.


account_router = APIRouter(include_in_schema=False)
password_router = APIRouter(include_in_schema=False)
"""For sites whose accounts have nothing else."""

SAVED = {"name": "Saved.", "token": "The token is deleted."}


def _page(request: Request, site: Site, account_id: int, token: str = "", done: str = "") -> Response:
    with site.database.reading() as session:
        account = session.get(Account, account_id, options=[joinedload(Account.party)])
        tokens = session.scalars(
            select(Token).where(Token.account_id == account_id).order_by(Token.created)
        ).all()
    context = {
        "account": account,
        "tokens": tokens,
        "token": token,
        "done": SAVED.get(done, ""),
        "least": LEAST_CHARACTERS,
    }
    return render(request, "account.html", context)


@account_router.get("/account")
def account_page(request: Request, site: Here, viewer: Member, done: str = "") -> Response:
    assert viewer.account_id is not None
    return _page(request, site, viewer.account_id, done=done)


@account_router.post("/account/name")
def change_name(
    site: Here,
    viewer: Member,
    name: Annotated[str, Field(max_length=60)] = "",
    open_name: Annotated[bool, Field()] = False,
) -> Response:
    """One's own name is shown only after one asked for it, and a group's own after any member did."""
    with site.database.writing() as session:
        party = session.get_one(Party, viewer.party_id)
        if party.kind != "group":
            party.name = clean(name)
        party.open_name = open_name and bool(party.name)
        if party.open_name:
            refuse_likeness(session, party)
    return RedirectResponse("/account?done=name", 303)


@password_router.post("/account/password", dependencies=[limited("10/hour", "password")])
def change_password(
    site: Here,
    viewer: Member,
    password: Annotated[str, Field(max_length=1000)],
    present: Annotated[str, Field(max_length=1000)] = "",
    tokens: Annotated[bool, Field()] = False,
) -> Response:
    """All sessions and links of the account end, and with `tokens` its tokens too. Who finds somebody's browser open
    does not know the `present` password; an account that came by a link has none, and goes on to the first page."""
    with site.database.reading() as session:
        old = session.get_one(Account, viewer.account_id).password
    if old is not None and not matches(old, present):
        raise ProblemError(
            403,
            "Not the present password",
            "Write your present password too. If you forgot it, ask the staff for a link.",
        )
    encoded = hashed(password)
    with site.database.writing() as session:
        account = session.get_one(Account, viewer.account_id)
        account.password = encoded
        end_all(session, account.id, tokens=tokens)
    return RedirectResponse(f"/login?next={'/' if old is None else '/account'}&changed=true", 303)


@account_router.post("/account/tokens", dependencies=[limited("20/hour", "token")])
def new_token(
    request: Request, site: Here, viewer: Member, label: Annotated[str, Field(max_length=60)] = ""
) -> Response:
    """The token is shown this once."""
    assert viewer.account_id is not None
    with site.database.writing() as session:
        token = make_token(session, viewer.account_id, label or "token")
    return _page(request, site, viewer.account_id, token)


@account_router.post("/account/tokens/{token}/delete")
def delete_token(site: Here, viewer: Member, token: str) -> Response:
    with site.database.writing() as session:
        session.execute(delete(Token).where(Token.id == token, Token.account_id == viewer.account_id))
    return RedirectResponse("/account?done=token", 303)


@account_router.post("/account/leave")
def leave(site: Here, viewer: Member) -> Response:
    """One click: the party takes no further part. What was played stays, under "withdrawn player"."""
    with site.database.writing() as session:
        party = session.get_one(Party, viewer.party_id)
        party.withdrawn = party.withdrawn or now()
        for entrant in party.entrants:
            entrant.active = None
    return RedirectResponse("/account", 303)


@account_router.post("/account/return")
def come_back(site: Here, viewer: Member) -> Response:
    """Takes part again with the next version that is admitted."""
    with site.database.writing() as session:
        session.get_one(Party, viewer.party_id).withdrawn = None
    return RedirectResponse("/account", 303)
