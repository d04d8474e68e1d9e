"""One's own account: the name that others see, password, tokens, leaving."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from fastapi import Form as Field
from fastapi.responses import RedirectResponse, Response
from sqlalchemy import delete, select
from sqlalchemy.orm import joinedload

from playfunc_web.accounts.people import clean, refuse_likeness
from playfunc_web.accounts.sessions import LEAST_CHARACTERS, end_all, hashed, make_token, matches
from playfunc_web.database import now
from playfunc_web.database.tables import Account, Party, Token
from playfunc_web.errors import ProblemError
from playfunc_web.http.limits import limited
from playfunc_web.http.responses import render
from playfunc_web.http.viewer import Form, Here, Member
from playfunc_web.site import Site

router = APIRouter(include_in_schema=False)
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


@router.get("/account")
def account_page(request: Request, site: Here, viewer: Member, done: str = "") -> Response:
    assert viewer.account_id is not None
    return _page(request, site, viewer.account_id, done=done)


@router.post("/account/name", dependencies=[Form])
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


@password_router.post("/account/password", dependencies=[Form, limited("10/hour", "password")])
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


@router.post("/account/tokens", dependencies=[Form, limited("20/hour", "token")])
def new_token(
    request: Request, site: Here, viewer: Member, label: Annotated[str, Field(max_length=60)] = ""
) -> Response:
    """The token is shown this once."""
    assert viewer.account_id is not None
    with site.database.writing() as session:
        token = make_token(session, viewer.account_id, label or "token")
    return _page(request, site, viewer.account_id, token)


@router.post("/account/tokens/{token}/delete", dependencies=[Form])
def delete_token(site: Here, viewer: Member, token: str) -> Response:
    with site.database.writing() as session:
        session.execute(delete(Token).where(Token.id == token, Token.account_id == viewer.account_id))
    return RedirectResponse("/account?done=token", 303)


@router.post("/account/leave", dependencies=[Form])
def leave(site: Here, viewer: Member) -> Response:
    """One click: the party takes no further part. What was played stays, under "withdrawn player"."""
    with site.database.writing() as session:
        party = session.get_one(Party, viewer.party_id)
        party.withdrawn = party.withdrawn or now()
        for entrant in party.entrants:
            entrant.active = None
    return RedirectResponse("/account", 303)


@router.post("/account/return", dependencies=[Form])
def come_back(site: Here, viewer: Member) -> Response:
    """Takes part again with the next version that is admitted."""
    with site.database.writing() as session:
        session.get_one(Party, viewer.party_id).withdrawn = None
    return RedirectResponse("/account", 303)
