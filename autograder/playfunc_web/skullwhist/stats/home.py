"""What is played here, and where to begin."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from playfunc_web.http.render import render
from playfunc_web.http.viewer import Anyone, Here
from playfunc_web.skullwhist.kits import ZIP_NAME
from playfunc_web.skullwhist.stats.games import games_begun, page_of_games
from playfunc_web.skullwhist.stats.here import InHall, nowhere
from playfunc_web.skullwhist.stats.rounds import rounds_by_minute
from playfunc_web.skullwhist.tallies import bots_called

__all__ = ["router", "slashes"]

router = APIRouter(include_in_schema=False)
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
