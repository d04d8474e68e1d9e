"""A login → the person, and which rows of a table are theirs."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Table, and_, false, func, select
from sqlalchemy.orm import Session

from playfunc_web.accounts.groups import former_parties
from playfunc_web.accounts.people import account_of
from playfunc_web.database.tables import Account, Base
from playfunc_web.privacy.inventory import place

__all__ = ["Person", "digest_of", "find_person", "rows_of", "table_of"]


@dataclass(frozen=True, slots=True)
class Person:
    """`alone` is false for a member of a group whose other members still have accounts: the group's rows are theirs
    too. `former` are the parties under which somebody played alone before joining a group: theirs in any case."""

    account_id: int
    party_id: int
    login: str
    name: str
    alone: bool
    former: tuple[int, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """What names the person in a text."""
        return tuple(word for word in (self.login, self.name) if word)

    @property
    def own_parties(self) -> tuple[int, ...]:
        """The parties that are nobody else's."""
        return (self.party_id, *self.former) if self.alone else self.former


def find_person(session: Session, login: str) -> Person | None:
    account = account_of(session, login)
    if account is None:
        return None
    members = session.scalar(
        select(func.count()).select_from(Account).where(Account.party_id == account.party_id)
    )
    return Person(
        account.id,
        account.party_id,
        account.login,
        account.name,
        members == 1,
        former_parties(session, account),
    )


def digest_of(key: bytes, login: str) -> str:
    """What `forgotten` keeps of a login: without the site's key nobody can tell whose it is."""
    return hmac.new(key, b"forgotten\n" + login.encode(), hashlib.sha256).hexdigest()


def table_of(name: str) -> Table:
    return Base.metadata.tables[name]


def rows_of(name: str, person: Person, *, groups: bool) -> ColumnElement[bool]:
    """Which rows of a table are the person's. What belongs to a group counts where `groups`, or where nobody else is
    left in it."""
    entry, table = place(name), table_of(name)
    if name == "account":
        return table.c.id == person.account_id
    if name == "party":
        return table.c.id.in_({*person.own_parties, person.party_id} if groups else person.own_parties)
    if entry.owner is None:
        return false()
    parent = table_of(entry.owner.table)
    theirs = select(parent.c[entry.owner.parent_column]).where(
        rows_of(entry.owner.table, person, groups=groups)
    )
    only = [table.c[column].in_(values) for column, values in entry.only.items()]
    return and_(table.c[entry.owner.column].in_(theirs), *only)
