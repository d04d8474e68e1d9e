"""The class list: a CSV file with the columns `login`, and if wanted `name`, `group` and `role`; and the one-time links
of those on it."""

from __future__ import annotations

import csv
import io
import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from playfunc.files import harmless, write_whole
from sqlalchemy import select
from sqlalchemy.orm import Session

from playfunc_web.accounts.people import (
    LOGIN,
    LONGEST_NAME,
    account_of,
    clean,
    has_played,
    join_group,
    make_account,
    party_of_group,
    set_role,
)
from playfunc_web.accounts.sessions import link_address
from playfunc_web.database.tables import Account, Party
from playfunc_web.errors import SiteError
from playfunc_web.monitoring import LOGGER

GROUP_RULE = f"a group's name has up to {LONGEST_NAME} characters that print, on one line"

ROLES = ("student", "staff", "admin")


@dataclass(frozen=True, slots=True)
class Person:
    login: str
    name: str = ""
    group: str = ""
    role: str = ""
    """Empty where the list has no such column: it then leaves roles alone."""


@dataclass(frozen=True, slots=True)
class Change:
    """What the list says otherwise of somebody known. `says` goes on after the login; `made` is whether it was done."""

    account: int
    login: str
    field: str
    """name, role or group"""
    says: str
    made: bool = True


@dataclass(frozen=True, slots=True)
class Enrolled:
    """`new` are the logins of new accounts."""

    new: tuple[str, ...] = ()
    changes: tuple[Change, ...] = ()

    @property
    def counted(self) -> str:
        """For the audit, without names."""
        made = sum(change.made for change in self.changes)
        return f"{len(self.new)} new accounts, {made} changes, {len(self.changes) - made} not made"


def read_class_list(path: Path) -> list[Person]:
    """Everyone in the file. Raises `SiteError` that names the line and what to change."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file)
            if "login" not in (reader.fieldnames or ()):
                raise SiteError(
                    f"{path.name}, line 1: expected the columns login, name, group and role (only login is needed), "
                    f"got {', '.join(reader.fieldnames or ()) or 'nothing'}"
                )
            people = [_person(path, reader.line_num, row) for row in reader]
    except (OSError, UnicodeDecodeError) as error:
        raise SiteError(f"the class list {path} cannot be read: {error}") from error
    logins = [person.login for person in people]
    twice = sorted({login for login in logins if logins.count(login) > 1})
    if twice:
        raise SiteError(f"{path.name} names {', '.join(twice)} more than once: leave one line for each")
    return people


def take_off_list(path: Path | None, leaves: Callable[[str], bool]) -> list[dict[str, str]]:
    """Take the lines out of the class list whose login `leaves`, or the next start would make their accounts again;
    what was taken out. The file stays as it is where nobody does."""
    if path is None or not path.is_file():
        return []
    gone, rest, columns = lines_of(path, leaves)
    if gone:
        out = io.StringIO()
        writer = csv.DictWriter(out, columns, lineterminator="\n", extrasaction="ignore")
        writer.writeheader()
        writer.writerows(rest)
        write_whole(path, out.getvalue(), mode=0o600)
    return gone


def lines_of(
    path: Path, chosen: Callable[[str], bool]
) -> tuple[list[dict[str, str]], list[dict[str, str]], Sequence[str]]:
    """The lines of a class list whose login is `chosen`, the others, and the names of the columns."""
    rows = csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig")))
    parts: tuple[list[dict[str, str]], list[dict[str, str]]] = [], []
    for row in rows:
        parts[not chosen((row.get("login") or "").strip())].append(row)
    return *parts, rows.fieldnames or ()


def _person(path: Path, line: int, row: dict[str, str | None]) -> Person:
    got = {key: (row.get(key) or "").strip() for key in ("login", "name", "group", "role")}
    role = got["role"] or ("student" if "role" in row else "")
    if not LOGIN.fullmatch(got["login"]):
        raise SiteError(
            f"{path.name}, line {line}: a login has up to 64 letters, digits and . _ @ + -, got {got['login']!r}"
        )
    if role and role not in ROLES:
        raise SiteError(f"{path.name}, line {line}: a role is one of {', '.join(ROLES)}, got {role!r}")
    if clean(got["group"]) != got["group"]:
        raise SiteError(f"{path.name}, line {line}: {GROUP_RULE}, got {got['group']!r}")
    return Person(got["login"], got["name"], got["group"], role)


def enrol(session: Session, people: Sequence[Person]) -> Enrolled:
    """Make the accounts that are missing, and bring the others up to the list: their name, role and group. Nobody loses
    a password, an upload or the rights of an administrator."""
    new, changes = [], []
    for person in people:
        account = account_of(session, person.login)
        if account is None:
            new.append(_new(session, person).login)
        else:
            changes += [
                *_renamed(account, person),
                *_role(account, person),
                *_group(session, account, person),
            ]
    session.flush()
    return Enrolled(tuple(new), tuple(changes))


def _new(session: Session, person: Person) -> Account:
    party = party_of_group(session, person.group) if person.group else None
    role = person.role or "student"
    return make_account(session, person.login, name=person.name, source="class", role=role, party=party)


def _renamed(account: Account, person: Person) -> Iterator[Change]:
    """A name that its owner chose for the ladder stays."""
    if not person.name or clean(person.name) == account.name:
        return
    if account.party.kind != "group" and account.party.name == account.name:
        account.party.name = clean(person.name)
    account.name = clean(person.name)
    yield Change(account.id, account.login, "name", f"is called {account.name} now")


def _role(account: Account, person: Person) -> Iterator[Change]:
    if not person.role or person.role == account.role:
        return
    if account.role == "admin":
        yield Change(account.id, account.login, "role", "stays an administrator", made=False)
        return
    yield Change(account.id, account.login, "role", f"is {person.role} now, {account.role} before")
    set_role(account, person.role)


def _group(session: Session, account: Account, person: Person) -> Iterator[Change]:
    former = account.party
    if not person.group or (former.kind == "group" and former.name == clean(person.group)):
        return
    if has_played(session, former):
        why = f"stays out of the group {person.group}, because their player has been uploaded already{_way(former)}"
        yield Change(account.id, account.login, "group", why, made=False)
        return
    join_group(session, account, person.group)
    yield Change(account.id, account.login, "group", f"belongs to the group {person.group} now")


def _way(former: Party) -> str:
    return "" if former.kind == "group" else "; to stop that player, use “Move into a group” below"


def log_changes(enrolled: Enrolled) -> None:
    """One line for each, without names."""
    for change in enrolled.changes:
        fields = {"account": change.account, "field": change.field, "changed": change.made}
        logging.getLogger(LOGGER).info("class list", extra={"fields": fields})


# One-time links: for the first administrator, and for a whole class as a table to mail from.

ADMIN = "admin"


def administrator_link(session: Session) -> str:
    """The path of a new one-time link for the administrator, who is made where missing; empty after a login."""
    admin = session.scalar(select(Account).where(Account.role == "admin", Account.source == "local"))
    if admin is None:
        admin = make_account(session, ADMIN, name="Administrator", role="admin")
    return "" if admin.seen else link_address(session, admin)


def waiting_for_links(session: Session) -> list[Account]:
    """Accounts of the class list that nobody has logged in to yet."""
    waiting = (Account.source == "class", Account.seen.is_(None), Account.disabled.is_(None))
    return list(session.scalars(select(Account).where(*waiting).order_by(Account.login)))


def invitations(session: Session, base_url: str) -> str:
    """CSV with the columns login, name and link: a new link for each account that waits for one. Links made before
    stay good until they are over."""
    text = io.StringIO()
    table = csv.writer(text)
    table.writerow(("login", "name", "link"))
    for account in waiting_for_links(session):
        table.writerow((account.login, harmless(account.name), link_address(session, account, base_url)))
    return text.getvalue()
