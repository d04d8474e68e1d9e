"""What is played here, where to begin, and the rounds of the last hour."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response
from sqlalchemy import select
from sqlalchemy.orm import Session

from playfunc_web.database.tables import WhistMinute
from playfunc_web.http.responses import render
from playfunc_web.http.viewer import Anyone, Here
from playfunc_web.pages.charts import Bin, histogram
from playfunc_web.skullwhist.event_log import bots_called
from playfunc_web.skullwhist.kits import ZIP_NAME
from playfunc_web.skullwhist.stats.games import InHall, games_begun, nowhere, page_of_games

router = APIRouter(include_in_schema=False)


# Rounds played in each minute of the last hour: a chart with its table, and the same as JSON.

MINUTES = 60

TOLD = "Rounds in each of the last 60 minutes; the table below has the same numbers."


def rounds_by_minute(session: Session, now: float) -> list[int]:
    """Counts of 60 minutes, the oldest first; the last one is not over yet."""
    last = int(now // 60)
    first = last - MINUTES + 1
    rows = session.execute(
        select(WhistMinute.minute, WhistMinute.rounds).where(WhistMinute.minute.between(first, last))
    )
    counts = {row.minute: row.rounds for row in rows}
    return [counts.get(minute, 0) for minute in range(first, last + 1)]


@router.get("/stats/rounds/")
def rounds_page(request: Request, site: Here, viewer: Anyone, hall: InHall) -> Response:
    """The page, or for its own refreshing the part of it that changes."""
    now = hall.clock()
    with site.database.reading() as session:
        counts = rounds_by_minute(session, now)
    context = {
        "picture": _picture(counts),
        "total": sum(counts),
        "most": max(counts),
        "rows": _table(counts, now, ZoneInfo(site.settings.timezone)),
    }
    part = "hx-request" in request.headers
    return render(request, "whist_rounds_part.html" if part else "whist_rounds.html", context)


@router.get("/stats/rounds/feed/")
def rounds_feed(site: Here, viewer: Anyone, hall: InHall) -> Response:
    """The 60 counts, the oldest first."""
    with site.database.reading() as session:
        return JSONResponse(rounds_by_minute(session, hall.clock()))


def _picture(counts: Sequence[int]) -> object:
    bins = [Bin(place - MINUTES, place - MINUTES + 1, count) for place, count in enumerate(counts)]
    return histogram(bins, TOLD)


def _table(counts: Sequence[int], now: float, zone: ZoneInfo) -> list[tuple[str, list[int]]]:
    """Six rows of ten minutes: when each begins, and its counts."""
    begins = int(now // 60 - MINUTES + 1) * 60
    return [
        (f"{datetime.fromtimestamp(begins + 60 * place, zone):%H:%M}", list(counts[place : place + 10]))
        for place in range(0, MINUTES, 10)
    ]


slashes = APIRouter(include_in_schema=False)
"""Comes after all other routes."""

GAMES_SHOWN = 8


@router.get("/")
def home_page(request: Request, site: Here, viewer: Anyone, hall: InHall) -> Response:
    now = hall.clock()
    with site.database.reading() as session:
        context = {
            "games": games_begun(session),
            "bots": bots_called(session),
            "online": sum(hall.sessions.online(bot, now) for bot in hall.sessions.bots),
            "house": len(hall.house.beginning),
            "rounds": sum(rounds_by_minute(session, now)),
            "recent": page_of_games(session, 1)[:GAMES_SHOWN],
            "kits": ZIP_NAME,
        }
        return render(request, "whist_home.html", context)


@slashes.get("/stats/{rest:path}")
def with_slash(request: Request, viewer: Anyone, rest: str) -> Response:
    """Addresses of statistics end with a slash; one without it leads to the one with it."""
    if not rest or rest.endswith("/"):
        raise nowhere("There is no page at this address.")
    query = f"?{request.url.query}" if request.url.query else ""
    return RedirectResponse(f"{request.url.path}/{query}", 308)
