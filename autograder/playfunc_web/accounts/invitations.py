"""One-time links: for the first administrator, and for a whole class as a table to mail from."""

from __future__ import annotations

import csv
import io

from sqlalchemy import select
from sqlalchemy.orm import Session

from playfunc_web.accounts.people import make_account
from playfunc_web.accounts.sessions import make_link
from playfunc_web.database.tables import Account
from playfunc_web.spreadsheets import harmless

__all__ = ["administrator_link", "invitations", "waiting_for_links"]

ADMIN = "admin"


def administrator_link(session: Session) -> str:
    """The path of a new one-time link for the administrator, whose account is made where there is none; empty once one
    has logged in."""
    admin = session.scalar(select(Account).where(Account.role == "admin", Account.source == "local"))
    if admin is None:
        admin = make_account(session, ADMIN, name="Administrator", role="admin")
    return "" if admin.seen else f"/link/{make_link(session, admin)}"


def waiting_for_links(session: Session) -> list[Account]:
    """Accounts of the class list that nobody has logged in to yet."""
    return list(
        session.scalars(
            select(Account)
            .where(Account.source == "class", Account.seen.is_(None), Account.disabled.is_(None))
            .order_by(Account.login)
        )
    )


def invitations(session: Session, base_url: str) -> str:
    """CSV with the columns login, name and link: a new link for each account that waits for one. Links made before
    stay good until they are over."""
    text = io.StringIO()
    table = csv.writer(text)
    table.writerow(("login", "name", "link"))
    for account in waiting_for_links(session):
        link = f"{base_url.rstrip('/')}/link/{make_link(session, account)}"
        table.writerow((account.login, harmless(account.name), link))
    return text.getvalue()
