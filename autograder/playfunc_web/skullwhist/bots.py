"""Bots: who may be called what, made and found; and one's own, on the account page."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable
from typing import Annotated

from fastapi import APIRouter, Request
from fastapi import Form as Field
from fastapi.responses import Response
from playfunc_arena.whist import RefusedError
from sqlalchemy import select
from sqlalchemy.orm import Session

from playfunc_web.access import Viewer, may_remove_bot, owns
from playfunc_web.accounts.people import likeness, takes_part
from playfunc_web.database import now
from playfunc_web.database.tables import Bot, Party
from playfunc_web.errors import ProblemError
from playfunc_web.forget import PREFIX as WITHDRAWN_PREFIX
from playfunc_web.forget import forget_bot
from playfunc_web.http.limits import limited
from playfunc_web.http.responses import render
from playfunc_web.http.viewer import Here, Member
from playfunc_web.monitoring import audit
from playfunc_web.site import Site
from playfunc_web.skullwhist.event_log import LARGEST
from playfunc_web.skullwhist.sessions import hashed

NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")
MOST_CHARACTERS = 255

HOUSE_PREFIX = "house-"
"""Names of built-in bots begin with it, and no others, however it is written."""


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


def make_built_in_bots(session: Session, baselines: Iterable[str], now: float) -> None:
    """Those that are missing. None of them can log in."""
    known = built_in_bots(session).values()
    for baseline in baselines:
        if baseline not in known:
            make_bot(session, HOUSE_PREFIX + baseline, None, now, house=baseline)


def built_in_bots(session: Session) -> dict[int, str]:
    """Bot → baseline."""
    bots = session.scalars(select(Bot).where(Bot.house != "").order_by(Bot.id))
    return {bot.id: bot.house for bot in bots}


def may_play(session: Session, bot: Bot) -> bool:
    """Whether the bot's party still takes part."""
    if bot.party_id is None:
        return True
    return session.scalar(select(Party.id).where(Party.id == bot.party_id, takes_part())) is not None


# One's own bots, on the account page: made under a name, with a password that is shown once, and removed.

router = APIRouter(include_in_schema=False)

MOST_BOTS = 20
"""Bots of a person or a group."""


@router.get("/account/bots")
def bots_page(request: Request, site: Here, viewer: Member) -> Response:
    return _page(request, site, viewer)


@router.post("/account/bots", dependencies=[limited("30/hour", "bots")])
def new_bot(
    request: Request, site: Here, viewer: Member, name: Annotated[str, Field(max_length=200)] = ""
) -> Response:
    """The password is shown this once."""
    password = generated_password()
    encoded = hashed(password)
    try:
        with site.database.writing() as session:
            if len(_bots(session, viewer)) >= MOST_BOTS:
                raise RefusedError(f"You have {MOST_BOTS} bots, which is the most.")
            make_bot(session, name, encoded, now(), party_id=viewer.party_id)
    except RefusedError as error:
        return _page(request, site, viewer, failed=str(error), name=name, status=422)
    return _page(request, site, viewer, made=name, password=password)


@router.post("/account/bots/{bot_id}/password", dependencies=[limited("30/hour", "bots")])
def new_password(request: Request, site: Here, viewer: Member, bot_id: int) -> Response:
    """From its next login on the bot needs the new password."""
    password = generated_password()
    encoded = hashed(password)
    with site.database.writing() as session:
        bot = next((bot for bot in _bots(session, viewer) if bot.id == bot_id), None)
        if bot is None:
            raise ProblemError(404, "No such bot", "Among your bots there is none at this address.")
        bot.password = encoded
        name = bot.name
    return _page(request, site, viewer, made=name, password=password)


@router.post("/account/bots/{bot_id}/remove")
def remove_bot(request: Request, site: Here, viewer: Member, bot_id: int) -> Response:
    """For good. SkullWhist's server, which may be another process, ends its session and the game that it plays."""
    with site.database.writing() as session:
        bot = session.get(Bot, bot_id) if 1 <= bot_id <= LARGEST else None
        if bot is None or bot.password is None or not may_remove_bot(viewer, bot.party_id):
            raise ProblemError(404, "No such bot", "There is no bot that you can remove at this address.")
        name = bot.name
        if bot.party_id is None or not owns(viewer, bot.party_id):
            audit(session, viewer, "removed a bot", f"bot {bot.id}")
        forget_bot(session, site.key, bot)
    return _page(request, site, viewer, removed=name)


def _bots(session: Session, viewer: Viewer) -> list[Bot]:
    return list(session.scalars(select(Bot).where(Bot.party_id == viewer.party_id).order_by(Bot.name)))


def _page(request: Request, site: Site, viewer: Viewer, status: int = 200, **shown: str) -> Response:
    """`shown` is what came of a form: the bot `made` or `removed`, its `password`, or why it `failed`."""
    with site.database.reading() as session:
        bots = _bots(session, viewer)
    told = dict.fromkeys(("made", "password", "removed", "failed", "name"), "")
    return render(request, "own_bots.html", {"bots": bots, **told, **shown}, status=status)
