"""What pages of statistics ask of a request: the hall, and bots by name or number."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

from fastapi import Depends, Request
from sqlalchemy.orm import Session

from playfunc_web.database.tables import Bot
from playfunc_web.errors import ProblemError
from playfunc_web.skullwhist.bots import bot_named
from playfunc_web.skullwhist.hall import Hall
from playfunc_web.skullwhist.journal import LARGEST

__all__ = ["InHall", "bot_at", "is_online", "nowhere"]


def _hall(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


InHall = Annotated[Hall, Depends(_hall)]


def nowhere(why: str) -> ProblemError:
    """Says that an address has no page. (FastAPI's own error would lead to the address without its slash.)"""
    return ProblemError(404, HTTPStatus.NOT_FOUND.phrase, why)


def bot_at(session: Session, key: str | int) -> Bot:
    """The bot of this name or number; where there is none, the page does not exist."""
    bot = bot_named(session, key) if isinstance(key, str) else _numbered(session, key)
    if bot is None:
        raise nowhere("There is no bot of this name or number.")
    return bot


def _numbered(session: Session, number: int) -> Bot | None:
    return session.get(Bot, number) if 1 <= number <= LARGEST else None


def is_online(hall: Hall, bot: Bot) -> bool:
    """Whether the bot is logged in, or a house bot that steps in."""
    return hall.sessions.online(bot.id, hall.clock()) or hall.house.steps_in(bot.id)
