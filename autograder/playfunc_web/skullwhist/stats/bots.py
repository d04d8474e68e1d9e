"""The list of all bots, and one bot: its record, its rivals and its games."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from playfunc_arena.whist.live import RULES
from playfunc_opponents import ladder

from playfunc_web.access import Viewer, may_remove_bot
from playfunc_web.http.render import render
from playfunc_web.http.viewer import Anyone, Here
from playfunc_web.site import Site
from playfunc_web.skullwhist.hall import Hall
from playfunc_web.skullwhist.stats.games import recent_games
from playfunc_web.skullwhist.stats.here import InHall, bot_at, is_online
from playfunc_web.skullwhist.tallies import bots_called, rivals, standings, tally_of

__all__ = ["router"]

router = APIRouter(include_in_schema=False)

PER_PAGE = 100
RIVALS_SHOWN = 20


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


@router.get("/stats/bot/by-name/{name}/")
def bot_by_name(request: Request, site: Here, viewer: Anyone, hall: InHall, name: str) -> Response:
    return _page(request, site, viewer, hall, name)


@router.get("/stats/bot/by-id/{number:int}/")
def bot_by_id(request: Request, site: Here, viewer: Anyone, hall: InHall, number: int) -> Response:
    return _page(request, site, viewer, hall, number)


def _about(rung: str) -> str:
    """How a house bot plays; nothing for other bots, and for rungs that are gone."""
    return next((each.about for each in ladder(RULES.name).rungs if each.name == rung), "")


def _page(request: Request, site: Site, viewer: Viewer, hall: Hall, key: str | int) -> Response:
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
        }
        return render(request, "whist_bot.html", context)
