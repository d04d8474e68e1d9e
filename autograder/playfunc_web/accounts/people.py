"""Accounts, parties and groups: made and found, named as others may read them, closed and opened again."""

from __future__ import annotations

import re
import secrets
import unicodedata

from playfunc_classroom.pseudonyms import pseudonym
from sqlalchemy import ColumnElement, delete, or_, select, update
from sqlalchemy.orm import Session

from playfunc_web.access import shown_name
from playfunc_web.database import now
from playfunc_web.database.tables import Account, Bot, BotSession, Entrant, Link, Login, Party, Token, Version
from playfunc_web.errors import ProblemError

# What people may be called where others read it: on one line, of limited length, and by no name that is taken.

LONGEST_NAME = 60

RESERVED = ("admin", "administrator", "built-in", "house", "playfunc", "staff", "withdrawn player", "you")
"""What the site itself calls somebody."""

_LIKE = {
    "абвгзеіікмнорстухѕјһԁԛԝ": "a6br3eiikmhopctyxsjhdqw",  # Cyrillic
    "αβγεζηικμνορτυχω": "abyezhikmnoptyxw",  # Greek
    "01iı": "olll",
}
_LETTERS = str.maketrans({a: b for many, like in _LIKE.items() for a, b in zip(many, like, strict=True)})


def clean(name: str) -> str:
    """The name on one line, without what does not print, cut at `LONGEST_NAME` characters."""
    printed = "".join(letter if letter.isprintable() else " " * letter.isspace() for letter in name)
    return " ".join(printed.split())[:LONGEST_NAME].rstrip()


def likeness(name: str) -> str:
    """What a name looks like, the same for names that a reader takes for each other; empty for one without letters and
    digits.

    Compatibility forms (NFKC), case, accents, spaces and punctuation do not count, and the usual Cyrillic and Greek
    letters and digits that look like Latin letters stand for these: a small part of UTS 39's table of confusables.
    """
    folded = unicodedata.normalize("NFKC", name).casefold()
    parts = unicodedata.normalize("NFD", folded)
    kept = (
        part for part in parts if unicodedata.category(part)[0] in "LMN" and not "\u0300" <= part <= "\u036f"
    )
    return "".join(kept).translate(_LETTERS).translate(_LETTERS)


def refuse_likeness(session: Session, party: Party) -> None:
    """Raise `ProblemError` where others could take the party's name for the site's own words, or for what somebody else
    is called there: a built-in player, staff, a pseudonym, or a name that its owner shows."""
    mine = likeness(party.name)
    if not mine:
        raise ProblemError(422, "Choose another name", "A name that others see has letters or digits.")
    others = session.scalars(select(Party).where(Party.id != party.id)).all()
    called = {*RESERVED, *(shown_name(each) for each in others), *(each.pseudonym for each in others)}
    if mine in {likeness(each) for each in called}:
        raise ProblemError(
            409,
            "This name is taken",
            f"Somebody here is called {party.name!r}, or nearly so: add something that tells you apart, such as a "
            "second name.",
        )


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
    """A new account, with a party of its own unless it joins one; `password` is a hash. Raises `ProblemError` for a
    login that is taken or is none."""
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


# People who join a group. The group plays with what its members upload for it: nobody inherits the printed texts and
# tracebacks of somebody who played alone.

WAITING = ("queued", "checking")


def has_played(session: Session, party: Party) -> bool:
    """Whether anything was uploaded, or a bot made, that belongs to the party."""
    entrant = session.scalar(select(Entrant.id).where(Entrant.party_id == party.id).limit(1))
    return entrant is not None or session.scalar(select(Bot.id).where(Bot.party_id == party.id)) is not None


def join_group(session: Session, account: Account, group: str) -> None:
    """Make it a member. Its bots become the group's; what it uploaded alone plays no more and stays its own."""
    former = account.party
    account.party = party_of_group(session, group)
    session.flush()
    session.execute(update(Bot).where(Bot.party_id == former.id).values(party_id=account.party.id))
    if session.scalar(select(Account.id).where(Account.party_id == former.id).limit(1)) is not None:
        return
    if has_played(session, former):
        _retire(session, former)
    else:
        session.execute(delete(Party).where(Party.id == former.id))


def _retire(session: Session, party: Party) -> None:
    """It takes no further part, under no name. Runs that were played keep its place."""
    party.withdrawn, party.name, party.open_name = party.withdrawn or now(), "", False
    for entrant in party.entrants:
        entrant.active = None
    theirs = select(Entrant.id).where(Entrant.party_id == party.id)
    waiting = (Version.entrant_id.in_(theirs), Version.state.in_(WAITING))
    session.execute(update(Version).where(*waiting).values(state="withdrawn"))


def former_parties(session: Session, account: Account) -> tuple[int, ...]:
    """Under which the account played alone before it joined a group."""
    return tuple(
        session.scalars(
            select(Party.id)
            .join(Entrant, Entrant.party_id == Party.id)
            .join(Version, Version.entrant_id == Entrant.id)
            .where(Version.account_id == account.id, Party.kind != "group", Party.id != account.party_id)
            .distinct()
            .order_by(Party.id)
        )
    )


# Accounts that are closed and opened again, by administrators.


def close_account(session: Session, account: Account) -> None:
    """Its sessions, tokens and links end at once. A group plays on while another member's account is open."""
    account.disabled = account.disabled or now()
    session.flush()
    for table in (Login, Token, Link):
        session.execute(delete(table).where(table.account_id == account.id))
    out = (
        select(Bot.id)
        .join(Party, Party.id == Bot.party_id)
        .where(Party.id == account.party_id, ~takes_part())
    )
    session.execute(delete(BotSession).where(BotSession.bot_id.in_(out)))


def open_account(session: Session, account: Account) -> None:
    """Its player is in the next run again; tokens have to be made anew."""
    account.disabled = None


def takes_part() -> ColumnElement[bool]:
    """Of a party: it has not left, and not all of its accounts are closed. Built-in players have none."""
    is_open = Party.accounts.any(Account.disabled.is_(None))
    return Party.withdrawn.is_(None) & or_(is_open, ~Party.accounts.any())
