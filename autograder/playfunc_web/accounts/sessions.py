"""How the site knows who asks: sessions by cookie, one-time links, tokens and passwords. The database holds the SHA-256
of secrets, and Argon2id's hashes of passwords, so that a copy of it lets nobody in."""

from __future__ import annotations

import hashlib
import secrets
from threading import BoundedSemaphore

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from sqlalchemy import bindparam, delete, select, update
from sqlalchemy.orm import Session, joinedload

from playfunc_web.access import ANONYMOUS, Viewer
from playfunc_web.database import now
from playfunc_web.database.tables import Account, Link, Login, Token
from playfunc_web.errors import ProblemError

LINK_DAYS = 14
TOKEN_PREFIX = "playfunc_"
DAY = 86400.0


def start_session(session: Session, account: Account, days: int) -> str:
    """The secret for the cookie of a new session; each login has another, so none can be fixed beforehand."""
    secret = secrets.token_urlsafe(32)
    time = now()
    session.execute(delete(Login).where(Login.expires < time))
    session.add(Login(id=_digest(secret), account_id=account.id, created=time, expires=time + days * DAY))
    account.seen = time
    return secret


# Asked with every request of somebody who is logged in. A statement that is made once and reads columns, not objects,
# takes half the time.
_account, _login = Account.__table__.c, Login.__table__.c
_VIEWER = (
    select(_account.id, _account.party_id, _account.login, _account.role)
    .join_from(Login.__table__, Account.__table__)
    .where(_login.id == bindparam("digest"), _login.expires >= bindparam("time"), _account.disabled.is_(None))
)


def viewer_of_session(session: Session, secret: str) -> Viewer:
    found = session.execute(_VIEWER, {"digest": _digest(secret), "time": now()}).one_or_none()
    return ANONYMOUS if found is None else Viewer(*found, secret)


def end_session(session: Session, secret: str) -> None:
    session.execute(delete(Login).where(Login.id == _digest(secret)))


def end_all(session: Session, account_id: int, *, tokens: bool) -> None:
    """End every session and link of an account, and with `tokens` its tokens. A used link stays, to say so."""
    for table in (Login, *((Token,) if tokens else ())):
        session.execute(delete(table).where(table.account_id == account_id))
    session.execute(delete(Link).where(Link.account_id == account_id, Link.used.is_(None)))


def make_link(session: Session, account: Account, days: int = LINK_DAYS) -> str:
    """The secret of a new one-time link."""
    secret = secrets.token_urlsafe(24)
    time = now()
    session.add(Link(id=_digest(secret), account_id=account.id, created=time, expires=time + days * DAY))
    return secret


def link_address(session: Session, account: Account, base_url: str = "") -> str:
    """The address of a new one-time link; its path alone where no `base_url` is given."""
    return f"{base_url.rstrip('/')}/link/{make_link(session, account)}"


def link_of(session: Session, secret: str) -> Link | None:
    """What is known of a link, with its account; `None` for one that there is none of, or no more."""
    return session.get(Link, _digest(secret), options=[joinedload(Link.account)])


def is_open(link: Link | None) -> bool:
    """Whether the link still lets somebody in."""
    return link is not None and link.used is None and link.expires > now() and link.account.disabled is None


def use_link(session: Session, secret: str) -> Account:
    """Whose link it is; from then on it is used, and the account's password, which was forgotten or is not trusted any
    more, no longer counts. Raises `ProblemError` for one that is used, over or unknown."""
    time = now()
    taken = session.scalar(
        update(Link)
        .where(Link.id == _digest(secret), Link.used.is_(None), Link.expires > time)
        .values(used=time)
        .returning(Link.id)
    )
    link = link_of(session, secret)
    if taken is None or link is None or link.account.disabled is not None:
        raise ProblemError(
            410,
            "This link no longer works",
            "A link works once and for a limited time: ask the staff for a new one.",
        )
    link.account.password = None
    return link.account


def make_token(session: Session, account_id: int, label: str) -> str:
    """The secret of a new token."""
    secret = TOKEN_PREFIX + secrets.token_urlsafe(32)
    session.add(Token(id=_digest(secret), account_id=account_id, label=label[:60], created=now()))
    return secret


def viewer_of_token(session: Session, secret: str) -> Viewer:
    token = session.get(Token, _digest(secret), options=[joinedload(Token.account)])
    if token is None or token.account.disabled is not None:
        raise ProblemError(
            401, "Unknown token", "This token is not known here: make a new one on your account page."
        )
    return _viewer(token.account)


def viewer_of_account(session: Session, account_id: int | None) -> Viewer:
    """Of an account that a signed address names; nobody where it names none or the account is closed."""
    account = None if account_id is None else session.get(Account, account_id)
    return ANONYMOUS if account is None or account.disabled is not None else _viewer(account)


def is_use_due(session: Session, secret: str) -> bool:
    """Whether the day of the token's last use has to be written: reading alone writes nothing twice a day."""
    token = session.get(Token, _digest(secret))
    return token is not None and (token.used is None or now() - token.used > DAY)


def note_use(session: Session, secret: str) -> None:
    session.execute(update(Token).where(Token.id == _digest(secret)).values(used=now()))


def _viewer(account: Account) -> Viewer:
    return Viewer(account.id, account.party_id, account.login, account.role, "")


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


# Passwords: Argon2id's hashes. One costs 64 MB and a third of a second, so few are made at once.

LEAST_CHARACTERS = 10
MOST_CHARACTERS = 200

_HASHER = PasswordHasher()
_PLACES = BoundedSemaphore(2)
"""Hashes that are made at once; others wait."""

_QUEUE = BoundedSemaphore(20)
"""Requests that make a hash or wait to; each takes one of the forty threads that answer all pages."""

_WAIT_SECONDS = 20


def unmatched_hash(hasher: PasswordHasher) -> str:
    """A hash that no password has, as it takes this hasher as long to compare as any other. (To hash something takes
    a third of a second of every start.)"""
    costs = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    return f"$argon2id$v=19${costs}${'A' * 22}${'A' * 43}"  # a salt of 16 bytes and a digest of 32, all 0


def matching(hasher: PasswordHasher, encoded: str | None, password: str) -> bool:
    """Whether the password is the hashed one. Without a hash it is false, after the same time."""
    try:
        return hasher.verify(encoded or unmatched_hash(hasher), password) and encoded is not None
    except (Argon2Error, InvalidHashError):
        return False


def hashed(password: str) -> str:
    """Raises `ProblemError` for a password that is too short or too long."""
    if not LEAST_CHARACTERS <= len(password) <= MOST_CHARACTERS:
        raise ProblemError(
            422,
            "Choose another password",
            f"A password has {LEAST_CHARACTERS} to {MOST_CHARACTERS} characters; this one has {len(password)}.",
        )
    with _Place():
        return _HASHER.hash(password)


def matches(encoded: str | None, password: str) -> bool:
    """As `matching`, of an account's."""
    with _Place():
        return matching(_HASHER, encoded, password[: MOST_CHARACTERS + 1])


class _Place:
    def __enter__(self) -> None:
        if not _QUEUE.acquire(blocking=False):
            raise _busy()
        if not _PLACES.acquire(timeout=_WAIT_SECONDS):
            _QUEUE.release()
            raise _busy()

    def __exit__(self, *error: object) -> None:
        _PLACES.release()
        _QUEUE.release()


def _busy() -> ProblemError:
    return ProblemError(
        503, "Many people log in now", "Try again in a few seconds.", headers=(("Retry-After", "5"),)
    )
