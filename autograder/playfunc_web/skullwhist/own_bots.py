"""One's own bots, on the account page: made under a name, with a password that is shown once, and removed."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from fastapi import Form as Field
from fastapi.responses import Response
from playfunc_arena.whist.live import RefusedError
from sqlalchemy import select
from sqlalchemy.orm import Session

from playfunc_web.access import Viewer, may_remove_bot, owns
from playfunc_web.database import now
from playfunc_web.database.tables import Bot
from playfunc_web.errors import ProblemError
from playfunc_web.http.forms import Form
from playfunc_web.http.limits import limited
from playfunc_web.http.render import render
from playfunc_web.http.viewer import Here, Member
from playfunc_web.operation.audit import audit
from playfunc_web.privacy.forget import forget_bot
from playfunc_web.site import Site
from playfunc_web.skullwhist.bots import generated_password, make_bot
from playfunc_web.skullwhist.journal import LARGEST
from playfunc_web.skullwhist.passwords import hashed

__all__ = ["MOST_BOTS", "router"]

router = APIRouter(include_in_schema=False)

MOST_BOTS = 20
"""Bots of a person or a group."""


@router.get("/account/bots")
def bots_page(request: Request, site: Here, viewer: Member) -> Response:
    return _page(request, site, viewer)


@router.post("/account/bots", dependencies=[Form, limited("30/hour", "bots")])
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


@router.post("/account/bots/{bot_id}/password", dependencies=[Form, limited("30/hour", "bots")])
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


@router.post("/account/bots/{bot_id}/remove", dependencies=[Form])
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


def _page(
    request: Request,
    site: Site,
    viewer: Viewer,
    *,
    made: str = "",
    password: str = "",
    removed: str = "",
    failed: str = "",
    name: str = "",
    status: int = 200,
) -> Response:
    with site.database.reading() as session:
        bots = _bots(session, viewer)
    context = {
        "bots": bots,
        "made": made,
        "password": password,
        "removed": removed,
        "failed": failed,
        "name": name,
    }
    return render(request, "own_bots.html", context, status=status)
