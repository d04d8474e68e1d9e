"""For administrators: the class list, one-time links, groups, and accounts closed and opened. All is audited."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Request
from fastapi import Form as Field
from fastapi.responses import RedirectResponse, Response
from sqlalchemy.orm import Session

from playfunc_web.accounts.class_list import GROUP_RULE, enrol, invitations, log_changes, read_class_list
from playfunc_web.accounts.people import (
    account_of,
    clean,
    close_account,
    has_played,
    join_group,
    open_account,
)
from playfunc_web.accounts.sessions import link_address
from playfunc_web.database.tables import Account
from playfunc_web.errors import ProblemError, SiteError
from playfunc_web.http.responses import attachment
from playfunc_web.http.viewer import Admin, Form, Here, base_url
from playfunc_web.monitoring import audit
from playfunc_web.pages.staff import page_of_staff

router = APIRouter(include_in_schema=False)

STOPPED = (
    "What they uploaded alone no longer plays; past runs list it as “withdrawn player”. The group's own uploads play: "
    "they can upload the same file for the group."
)


@router.post("/staff/class-list", dependencies=[Form])
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


@router.post("/staff/links", dependencies=[Form])
def links(request: Request, site: Here, viewer: Admin) -> Response:
    """One-time links of everybody in the class who has not logged in yet, to be mailed."""
    with site.database.writing() as session:
        table = invitations(session, base_url(request))
        audit(session, viewer, "made one-time links", f"{table.count(chr(10)) - 1} accounts")
    return attachment(table, "text/csv; charset=utf-8", "links.csv")


@router.post("/staff/link", dependencies=[Form])
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


@router.post("/staff/group", dependencies=[Form])
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


@router.post("/staff/account", dependencies=[Form])
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
        audit(
            session,
            viewer,
            "closed an account" if to == "close" else "opened an account",
            f"account {account.id}",
        )
    return RedirectResponse(f"/staff?done={'closed' if to == 'close' else 'opened'}", 303)


def _known(session: Session, login: str) -> Account:
    account = account_of(session, login)
    if account is None:
        raise ProblemError(404, "No such login", f"No account has the login {login!r}.")
    return account
