"""Taking a person, or one bot, out of the site. What was played stays under the entrant's code, so ranks stand; nothing
names the person any more."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from importlib.resources import files
from math import inf
from typing import Any

from playfunc_classroom.pseudonyms import mask
from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    ColumnElement,
    Integer,
    Numeric,
    String,
    Table,
    and_,
    delete,
    false,
    func,
    not_,
    or_,
    select,
    update,
)
from sqlalchemy.orm import Session

from playfunc_web.accounts.people import account_of, former_parties
from playfunc_web.database import Database, now
from playfunc_web.database.tables import Account, Base, Bot, BotSession, Forgotten, Party, Version

# Where personal data lives: every column of every table, as `personal_data.toml` says it. `forget`, `disclose` and
# `retention` read this alone, and a test fails for a column that is missing there.


class Fate(StrEnum):
    """What forgetting does to a column of somebody's rows."""

    GOES = "goes with its row"
    EMPTIED = "is emptied"
    RENAMED = "becomes an opaque word"
    UNLINKED = "no longer says who"
    MASKED = "loses the name, in everybody's rows"
    STAYS = "stays: an opaque id, a number, or a word of ours"


class Kept(StrEnum):
    """How long rows are kept; names in backquotes are settings of `retention` in site.toml."""

    SITE = "as long as the site"
    PERSON = "until the person is forgotten"
    OVER = "until it is over: sessions `sessions_days`, links 14 days"
    LOGS = "`logs_days`; tracebacks `tracebacks_days`"
    TRACEBACKS = "findings and private parts `tracebacks_days`"
    SOURCES = "`sources_days_after_end` after `course_end`, or after the last upload"
    AUDIT = "`audit_days`"


@dataclass(frozen=True, slots=True)
class Owner:
    """Which rows are somebody's: those whose `column` is the `parent_column` of a row of `table` that is theirs."""

    column: str
    table: str
    parent_column: str = "id"


@dataclass(frozen=True, slots=True)
class Place:
    """A table. `owner` is `None` where no row belongs to anybody, and for `account` and `party`, where ownership
    begins. `only` are values that columns must have for `owner` to hold. Rows that several people share, such as
    games, are disclosed to each of them."""

    table: str
    what: str
    kept: Kept
    fates: Mapping[str, Fate]
    owner: Owner | None = None
    only: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def columns(self, fate: Fate) -> tuple[str, ...]:
        return tuple(name for name, its in self.fates.items() if its is fate)


def _place(table: str, told: dict[str, Any]) -> Place:
    columns = Base.metadata.tables[table].columns
    if told.get("goes"):
        fates = dict.fromkeys(columns.keys(), Fate.GOES)
    else:
        fates = {each.name: Fate.STAYS for each in columns if _is_plain_number(each)}
        fates |= {column: fate for fate in Fate for column in told.get(fate.name.lower(), "").split()}
    owner = Owner(*told["owner"]) if "owner" in told else None
    return Place(table, told["what"], Kept[told["kept"].upper()], fates, owner, told.get("only", {}))


def _is_plain_number(column: Column[Any]) -> bool:
    """Whether it refers to no row, so that it tells nothing of a person beside its own row."""
    return isinstance(column.type, (Boolean, Numeric, Integer)) and not column.foreign_keys


INVENTORY: tuple[Place, ...] = tuple(
    _place(table, told)
    for table, told in tomllib.loads((files(__package__) / "personal_data.toml").read_text("utf-8")).items()
)
SECRETS = frozenset(
    {
        *(("account", "password"), ("login", "id"), ("link", "id"), ("token", "id")),
        *(("bot", "password"), ("bot_session", "id")),
    }
)
"""Digests of secrets: a disclosure leaves them out."""


def place(table: str) -> Place:
    """The entry of a table."""
    return next(entry for entry in INVENTORY if entry.table == table)


# A login → the person, and which rows of a table are theirs.


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
    party, former = account.party_id, former_parties(session, account)
    members = session.scalar(select(func.count()).select_from(Account).where(Account.party_id == party))
    return Person(account.id, party, account.login, account.name, members == 1, former)


def digest_of(key: bytes, login: str) -> str:
    """What `forgotten` keeps of a login: without the site's key nobody can tell whose it is."""
    return hmac.new(key, b"forgotten\n" + login.encode(), hashlib.sha256).hexdigest()


def table_of(name: str) -> Table:
    return Base.metadata.tables[name]


def rows_of(name: str, person: Person, *, groups: bool) -> ColumnElement[bool]:
    """Which rows of a table are the person's. A group's count where `groups`, or where nobody else is left in it."""
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


WITHDRAWN = "withdrawn player"
PREFIX = "withdrawn-"
"""Of the opaque words that take the place of names."""


def forget(session: Session, key: bytes, login: str) -> tuple[str, ...] | None:
    """Forget the person of a login; `None` where there is none. Returns a sentence for each text that still names the
    person and that belongs to others too: an upload of a group whose other members stay."""
    person = find_person(session, login)
    if person is None:
        return None
    session.merge(Forgotten(id=digest_of(key, login), time=now()))
    left = () if person.alone else tuple(_mask_group(session, person))
    for entry in INVENTORY:
        table = table_of(entry.table)
        for name in entry.columns(Fate.UNLINKED):
            session.execute(update(table).where(table.c[name] == person.account_id).values({name: None}))
        for name in entry.columns(Fate.MASKED):
            holds = or_(*(table.c[name].icontains(word, autoescape=True) for word in person.words))
            _mask_rows(session, table, (name,), holds, person)
    _remove(session, person)
    session.expire_all()
    return left


def forget_bot(session: Session, key: bytes, bot: Bot) -> None:
    """Forget one bot: its name, password, session, and whose it was. Its finished games stay, under an opaque word. A
    server that is running sees that the session is gone, and the bot forfeits the game that it plays."""
    session.merge(Forgotten(id=_bot_digest(key, bot), time=now()))
    session.execute(delete(BotSession).where(BotSession.bot_id == bot.id))
    bot.name, bot.password, bot.party_id = _opaque(), None, None


def forget_again(session: Session, key: bytes, forgotten: Mapping[str, float]) -> int:
    """Forget every person and every bot whose digest is in `forgotten` with a time after the account or bot was made,
    as after restoring a backup; how many. One that was made anew later stays."""
    count = 0
    for bot in session.scalars(select(Bot)).all():
        if bot.created <= forgotten.get(_bot_digest(key, bot), -inf):
            forget_bot(session, key, bot)
            count += 1
    for login, created in session.execute(select(Account.login, Account.created)).all():
        time = forgotten.get(digest_of(key, login))
        if time is not None and created <= time:
            count += forget(session, key, login) is not None
    for digest, time in forgotten.items():
        session.merge(Forgotten(id=digest, time=time))
    session.flush()
    return count


def forget_leftovers(session: Session) -> None:
    """Take out what a check or a run that was under way wrote about somebody who was forgotten meanwhile."""
    gone = select(Party.id).where(
        Party.withdrawn.is_not(None),
        Party.pseudonym.startswith(PREFIX),
        Party.kind.in_(("person", "group", "staff")),
        not_(select(Account.id).where(Account.party_id == Party.id).exists()),
    )
    for party in session.scalars(gone).all():
        _remove(session, Person(-1, party, "", "", alone=True))
    session.expire_all()


def overwrite(database: Database) -> None:
    """Leave nothing of deleted rows in SQLite's file. PostgreSQL does so by its own autovacuum."""
    if database.engine.dialect.name != "sqlite":
        return
    connection = database.engine.raw_connection()
    try:
        cursor = connection.cursor()
        cursor.execute("VACUUM")
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        cursor.close()
    finally:
        connection.close()


def _remove(session: Session, person: Person) -> None:
    """Empty and delete the rows that are the person's alone. The order of the inventory keeps parents until last."""
    chosen = {entry.table: rows_of(entry.table, person, groups=False) for entry in INVENTORY}
    waiting = (rows_of("version", person, groups=False), Version.state.in_(("queued", "checking")))
    session.execute(update(Version).where(*waiting).values(state="withdrawn"))
    session.execute(
        update(Party)
        .where(Party.id.in_(person.own_parties), Party.withdrawn.is_(None))
        .values(withdrawn=now())
    )
    for entry in INVENTORY:
        table, rows = table_of(entry.table), chosen[entry.table]
        if emptied := {name: _empty(table.c[name]) for name in entry.columns(Fate.EMPTIED)}:
            session.execute(update(table).where(rows).values(emptied))
        for name in entry.columns(Fate.RENAMED):
            _rename(session, table, table.c[name], rows)
        if entry.columns(Fate.GOES):
            session.execute(delete(table).where(rows))


def _rename(session: Session, table: Table, column: Column[Any], rows: ColumnElement[bool]) -> None:
    """Give each row an opaque word of its own, for good."""
    for (key,) in session.execute(select(table.c.id).where(rows, not_(column.startswith(PREFIX)))).all():
        session.execute(update(table).where(table.c.id == key).values({column.name: _opaque()}))


def _opaque() -> str:
    return PREFIX + secrets.token_hex(6)


def _bot_digest(key: bytes, bot: Bot) -> str:
    """No login has a blank in it."""
    return digest_of(key, f"bot {bot.name}")


def _empty(column: Column[Any]) -> Any:
    if column.nullable:
        return None
    default: Any = column.default
    if default is None:
        return ""
    return default.arg(None) if default.is_callable else default.arg


def _mask_group(session: Session, person: Person) -> Iterable[str]:
    """Take the name out of what the person shares with a group whose other members stay."""
    for entry in INVENTORY:
        if entry.table == "account":
            continue
        table = table_of(entry.table)
        fates = (Fate.GOES, Fate.EMPTIED)
        texts = [name for fate in fates for name in entry.columns(fate) if _is_text(table.c[name])]
        shared = and_(
            rows_of(entry.table, person, groups=True), not_(rows_of(entry.table, person, groups=False))
        )
        if texts:
            _mask_rows(session, table, texts, shared, person)
    uploads = select(Version).where(rows_of("version", person, groups=True), Version.source.is_not(None))
    for version in session.scalars(uploads).all():
        text = (version.source or b"").decode("utf-8", "replace").casefold()
        if any(word.casefold() in text for word in person.words):
            code = version.entrant.code
            yield f"version {version.number} of {code}, an upload of a group, names the person in its source"


def _is_text(column: Column[Any]) -> bool:
    return isinstance(column.type, (String, JSON)) and not column.primary_key


def _mask_rows(session: Session, table: Table, names: Iterable[str], where: Any, person: Person) -> None:
    columns = [table.c[name] for name in names]
    keys = list(table.primary_key.columns)
    words = dict.fromkeys(person.words, WITHDRAWN)
    for row in session.execute(select(*keys, *columns).where(where)).mappings().all():
        masked = {column.name: _masked(row[column], words) for column in columns}
        if changed := {name: value for name, value in masked.items() if value != row[table.c[name]]}:
            this = and_(*(key == row[key] for key in keys))
            session.execute(update(table).where(this).values(changed))


def _masked(value: Any, words: Mapping[str, str]) -> Any:
    """The value without the words, whatever it nests."""
    if isinstance(value, str):
        return mask(value, words)
    if isinstance(value, list):
        return [_masked(item, words) for item in value]
    if isinstance(value, dict):
        return {_masked(key, words): _masked(item, words) for key, item in value.items()}
    return value
