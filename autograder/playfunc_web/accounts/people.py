"""Accounts and parties: made and found."""

from __future__ import annotations

import re
import secrets

from playfunc_classroom.privacy.pseudonyms import pseudonym
from sqlalchemy import select
from sqlalchemy.orm import Session

from playfunc_web.accounts.names import clean
from playfunc_web.database import now
from playfunc_web.database.tables import Account, Party
from playfunc_web.errors import ProblemError

__all__ = ["LOGIN", "account_of", "make_account", "make_party", "party_of_group", "set_role"]

LOGIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@+-]{0,63}")
"""What a login looks like: of one line, and harmless wherever it is shown."""


def account_of(session: Session, login: str) -> Account | None:
    if not LOGIN.fullmatch(login):
        return None
    return session.scalar(select(Account).where(Account.login == login))


def make_account(
    session: Session,
    login: str,
    *,
    name: str = "",
    source: str = "local",
    role: str = "student",
    party: Party | None = None,
    password: str | None = None,
) -> Account:
    """A new account, with a party of its own unless it joins one. Raises `ProblemError` for a login that is taken or is
    none; `password` is a hash."""
    if not LOGIN.fullmatch(login):
        raise ProblemError(
            422,
            "Choose another login",
            f"A login has up to 64 letters, digits and . _ @ + -, and begins with a letter or digit; got "
            f"{login[:80]!r}.",
        )
    if account_of(session, login) is not None:
        raise ProblemError(
            409, "This login is taken", f"There is an account {login} already: choose another login."
        )
    if party is None:
        party = make_party(session, _kind_of(role), name)
    account = Account(
        login=login, name=clean(name), source=source, role=role, party=party, password=password, created=now()
    )
    session.add(account)
    session.flush()
    return account


def set_role(account: Account, role: str) -> None:
    """Staff take part under their names, marked as staff; whoever is no longer staff, under a pseudonym again."""
    account.role = role
    if account.party.kind in ("person", "staff"):
        account.party.kind = _kind_of(role)


def _kind_of(role: str) -> str:
    return "person" if role == "student" else "staff"


def make_party(session: Session, kind: str, name: str = "") -> Party:
    """A new party under a pseudonym that nobody else has and that says nothing about it."""
    while True:
        chosen = pseudonym(secrets.token_hex(16), "")
        if session.scalar(select(Party.id).where(Party.pseudonym == chosen)) is None:
            break
    party = Party(kind=kind, pseudonym=chosen, name=clean(name))
    session.add(party)
    session.flush()
    return party


def party_of_group(session: Session, group: str) -> Party:
    """The group's party, made at its first member."""
    group = clean(group)
    found = session.scalar(select(Party).where(Party.kind == "group", Party.name == group))
    return found or make_party(session, "group", group)
