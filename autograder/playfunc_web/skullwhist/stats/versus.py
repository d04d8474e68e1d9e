"""Two bots head to head."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import RedirectResponse, Response
from sqlalchemy.orm import Session

from playfunc_web.http.render import render
from playfunc_web.http.viewer import Anyone, Here
from playfunc_web.site import Site
from playfunc_web.skullwhist.bots import NAME, bot_named
from playfunc_web.skullwhist.stats.games import recent_games
from playfunc_web.skullwhist.stats.here import bot_at, nowhere
from playfunc_web.skullwhist.tallies import met

__all__ = ["router"]

router = APIRouter(include_in_schema=False)

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


@router.get("/stats/versus/by-name/{one}/{other}/")
def versus_by_name(request: Request, site: Here, viewer: Anyone, one: str, other: str) -> Response:
    return _page(request, site, one, other)


@router.get("/stats/versus/by-id/{one:int}/{other:int}/")
def versus_by_id(request: Request, site: Here, viewer: Anyone, one: int, other: int) -> Response:
    return _page(request, site, one, other)


def _page(request: Request, site: Site, first: str | int, second: str | int) -> Response:
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
