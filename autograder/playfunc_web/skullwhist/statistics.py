"""What is played here, where to begin, and the rounds of the last hour."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response
from playfunc_arena.whist import RULES
from playfunc_opponents import ladder
from sqlalchemy import select
from sqlalchemy.orm import Session

from playfunc_web.access import may_remove_bot
from playfunc_web.database.tables import Bot, WhistMinute, WhistSeat
from playfunc_web.http.responses import render
from playfunc_web.http.viewer import Anyone, Here
from playfunc_web.pages.charts import Bin, histogram, line
from playfunc_web.skullwhist.bots import NAME, bot_named
from playfunc_web.skullwhist.event_log import Tally, bots_called, met, rivals, standings, tally_of
from playfunc_web.skullwhist.games import (
    InHall,
    bot_at,
    form,
    games_begun,
    is_online,
    nowhere,
    page_of_games,
    recent_games,
    watched_game,
)
from playfunc_web.skullwhist.kits import ZIP_NAME

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
            "registered": bots_called(session),
            "online": sum(hall.sessions.online(bot, now) for bot in hall.sessions.bots),
            "built_in": len(hall.built_in.beginning),
            "last_hour": sum(rounds_by_minute(session, now)),
            "recent": page_of_games(session, 1)[:GAMES_SHOWN],
            **watched_game(session, hall.lobby.games),
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


# The list of all bots; one bot with its record, rivals and games; two bots head to head; the best of all.


PER_PAGE = 100
RIVALS_SHOWN = 20
FORM_TOLD = "Mean score of each ten games, the latest at the right, with 95% intervals."


@router.get("/stats/bots/")
def bots_page(
    request: Request,
    site: Here,
    viewer: Anyone,
    hall: InHall,
    q: Annotated[str, Query(max_length=40)] = "",
    page: Annotated[int, Query(ge=1, le=1_000_000)] = 1,
) -> Response:
    with site.database.reading() as session:
        count = bots_called(session, q)
        of = max(1, -(-count // PER_PAGE))
        at = min(page, of)
        found = standings(session, q, first=PER_PAGE * (at - 1), most=PER_PAGE)
        rows = [(bot, tally, is_online(hall, bot)) for bot, tally in found]
        context = {"rows": rows, "q": q, "at": at, "of": of, "count": count}
        return render(request, "whist_bots.html", context)


def _about(baseline: str) -> str:
    """How a built-in bot plays; nothing for other bots, and for baselines that are gone."""
    return next((each.about for each in ladder(RULES.name).baselines if each.name == baseline), "")


@router.get("/stats/bot/by-name/{key}/")
@router.get("/stats/bot/by-id/{key:int}/")
def bot_page(request: Request, site: Here, viewer: Anyone, hall: InHall, key: str | int) -> Response:
    """Of the bot of a name or number."""
    with site.database.reading() as session:
        bot = bot_at(session, key)
        context = {
            "bot": bot,
            "online": is_online(hall, bot),
            "removable": bot.password is not None and may_remove_bot(viewer, bot.party_id),
            "about": _about(bot.house),
            "playing": [game.number for game in hall.lobby.games if bot.id in game.bots],
            "tally": tally_of(session, bot.id),
            "rivals": rivals(session, bot.id, RIVALS_SHOWN),
            "games": recent_games(session, bot.id),
            "form": line(points, FORM_TOLD, narrowest=20) if (points := form(session, bot.id)) else "",
        }
        return render(request, "whist_bot.html", context)


# Two bots head to head.

Name = Annotated[str, Query(max_length=200)]


@router.get("/stats/versus/")
def choice_page(request: Request, site: Here, viewer: Anyone, bot1: Name = "", bot2: Name = "") -> Response:
    """A form for two names; once both are those of bots it leads on."""
    with site.database.reading() as session:
        wrong = _wrong(session, bot1, bot2) if bot1 or bot2 else ""
    if bot1 and bot2 and not wrong:
        return RedirectResponse(f"/stats/versus/by-name/{bot1}/{bot2}/", 303)
    context = {"bot1": bot1, "bot2": bot2, "wrong": wrong}
    return render(request, "whist_choice.html", context, status=422 if wrong else 200)


def _wrong(session: Session, *names: str) -> str:
    """Why there is no page for these, or nothing."""
    for name in names:
        if not NAME.fullmatch(name) or bot_named(session, name) is None:
            return f"There is no bot called {name or '(nothing)'}: look it up in the list of bots."
    return "Choose two different bots." if len(set(names)) == 1 else ""


@router.get("/stats/versus/by-name/{first}/{second}/")
@router.get("/stats/versus/by-id/{first:int}/{second:int}/")
def versus_page(
    request: Request, site: Here, viewer: Anyone, first: str | int, second: str | int
) -> Response:
    with site.database.reading() as session:
        one, other = bot_at(session, first), bot_at(session, second)
        if one.id == other.id:
            raise nowhere("A bot never meets itself.")
        context = {
            "one": one,
            "other": other,
            "tally": met(session, one.id, other.id),
            "back": met(session, other.id, one.id),
            "games": recent_games(session, one.id, other.id),
        }
        return render(request, "whist_versus.html", context)


# The best of all bots, from stored counts.

ENOUGH = 20
"""Games before a share or a mean counts."""


@dataclass(frozen=True, slots=True)
class Feat:
    """A record, who holds it, and the game it was set in, if it was one."""

    title: str
    bot: Bot
    words: str
    game: int | None = None


@router.get("/stats/records/")
def records_page(request: Request, site: Here, viewer: Anyone) -> Response:
    with site.database.reading() as session:
        context = {"feats": feats(session), "enough": ENOUGH}
        return render(request, "whist_records.html", context)


def feats(session: Session) -> list[Feat]:
    """All records that are held by anybody. Of equals the bot that was made first holds it."""
    rows = sorted(standings(session), key=lambda row: row[0].id)
    enough = [row for row in rows if row[1].games >= ENOUGH]
    played = [row for row in enough if row[1].played]
    kinds: tuple[tuple[str, list[tuple[Bot, Tally]], Callable[[Tally], float], str], ...] = (
        ("Most games", rows, lambda tally: tally.games, "{:.0f} game{}"),
        ("Most wins", rows, lambda tally: tally.counts["wins"], "{:.0f} win{}"),
        ("Largest share of wins", enough, lambda tally: tally.percent("wins") or 0, "{:.1f}% of its games"),
        ("Highest mean score", played, lambda tally: tally.mean or 0.0, "{:.1f} points a game"),
    )
    found = [feat for kind in kinds if (feat := _best(*kind)) is not None]
    return [*found, *_single(session)]


def _best(
    title: str, rows: list[tuple[Bot, Tally]], value: Callable[[Tally], float], words: str
) -> Feat | None:
    held = [(bot, tally) for bot, tally in rows if tally.games]
    if not held:
        return None
    bot, tally = max(held, key=lambda row: value(row[1]))
    best = value(tally)
    return Feat(title, bot, words.format(best, "" if best == 1 else "s").replace("-", "−"))


def _single(session: Session) -> list[Feat]:
    """The highest and the lowest score of one game."""
    found = []
    for kind, order in (("Highest", WhistSeat.score.desc()), ("Lowest", WhistSeat.score.asc())):
        row = session.execute(
            select(Bot, WhistSeat.game_id, WhistSeat.score)
            .join(Bot, Bot.id == WhistSeat.bot_id)
            .where(WhistSeat.score.is_not(None))
            .order_by(order, WhistSeat.game_id, WhistSeat.seat)
            .limit(1)
        ).first()
        if row is not None:
            bot, game, score = row
            words = f"{score} {'point' if score in (-1, 1) else 'points'}".replace("-", "−")
            found.append(Feat(f"{kind} score of a game", bot, words, game))
    return found
