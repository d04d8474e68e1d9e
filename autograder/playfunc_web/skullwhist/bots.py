"""Bots: who may be called what, made and found."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable

from playfunc_arena.whist.live import RefusedError
from sqlalchemy import select
from sqlalchemy.orm import Session

from playfunc_web.accounts.closing import takes_part
from playfunc_web.accounts.names import likeness
from playfunc_web.database.tables import Bot, Party
from playfunc_web.privacy.forget import PREFIX as WITHDRAWN_PREFIX

__all__ = ["HOUSE_PREFIX", "bot_named", "check_free", "check_name", "check_password", "generated_password"]
__all__ += ["house_bots", "make_bot", "make_house_bots", "may_play"]

NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")
MOST_CHARACTERS = 255

HOUSE_PREFIX = "house-"
"""Names of house bots begin with it, and no others, however it is written."""


def check_name(name: str) -> None:
    """Raises `RefusedError`."""
    if not NAME.fullmatch(name):
        raise RefusedError("name must be 1 to 40 letters (A to Z), digits, hyphens and underscores.")


def check_password(password: str) -> None:
    """Raises `RefusedError`; no part of a password is ever repeated."""
    if not 1 <= len(password) <= MOST_CHARACTERS:
        raise RefusedError(f"password must have 1 to {MOST_CHARACTERS} characters; got {len(password)}.")


def generated_password() -> str:
    return secrets.token_urlsafe(18)


def check_free(session: Session, name: str) -> None:
    """Raises `RefusedError` for a name that is the server's own, or that looks like another bot's."""
    mine = _likeness(name)
    reserved = next(
        (own for own in (HOUSE_PREFIX, WITHDRAWN_PREFIX) if mine.startswith(_likeness(own))), None
    )
    if reserved is not None:
        raise RefusedError(f"Names that begin with {reserved} are the server's own: choose another name.")
    taken = next((other for other in session.scalars(select(Bot.name)) if _likeness(other) == mine), None)
    if taken is not None:
        alike = "" if taken == name else f", and {name} looks like it"
        raise RefusedError(f"There is a bot called {taken} already{alike}: choose another name.")


def _likeness(name: str) -> str:
    """The same for names that a reader takes for each other; between what separates words nothing is left out."""
    return "-".join(map(likeness, re.split("[-_]", name)))


def bot_named(session: Session, name: str) -> Bot | None:
    return session.scalar(select(Bot).where(Bot.name == name))


def make_bot(
    session: Session,
    name: str,
    password: str | None,
    now: float,
    *,
    party_id: int | None = None,
    house: str = "",
) -> Bot:
    """A new bot; `password` is a hash. Raises `RefusedError` for a name that is taken, reserved or none."""
    check_name(name)
    if not house:
        check_free(session, name)
    bot = Bot(name=name, password=password, party_id=party_id, house=house, created=now)
    session.add(bot)
    session.flush()
    return bot


def make_house_bots(session: Session, rungs: Iterable[str], now: float) -> None:
    """Those that are missing. None of them can log in."""
    known = house_bots(session).values()
    for rung in rungs:
        if rung not in known:
            make_bot(session, HOUSE_PREFIX + rung, None, now, house=rung)


def house_bots(session: Session) -> dict[int, str]:
    """Bot → rung."""
    bots = session.scalars(select(Bot).where(Bot.house != "").order_by(Bot.id))
    return {bot.id: bot.house for bot in bots}


def may_play(session: Session, bot: Bot) -> bool:
    """Whether the bot's party still takes part."""
    if bot.party_id is None:
        return True
    return session.scalar(select(Party.id).where(Party.id == bot.party_id, takes_part())) is not None
