"""Two entrants head to head."""

from __future__ import annotations

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response

from playfunc_web.http.render import render
from playfunc_web.http.viewer import Here, Reader
from playfunc_web.ladders.games import recent_games
from playfunc_web.ladders.players import entrant_of_code, history, met_in
from playfunc_web.ladders.units import unit_of

__all__ = ["router"]

router = APIRouter(include_in_schema=False)


@router.get("/versus/{code}/{other_code}")
def versus_page(request: Request, site: Here, viewer: Reader, code: str, other_code: str) -> Response:
    with site.database.reading() as session:
        one, other = entrant_of_code(session, code), entrant_of_code(session, other_code)
        if one is None or other is None or one.id == other.id or one.ladder_id != other.ladder_id:
            raise HTTPException(404)
        met = met_in(session, one, other)
        context = {
            "one": one,
            "other": other,
            "ladder": one.ladder,
            "unit": unit_of(one.ladder.contest),
            "met": met,
            "last": [(each, played[-1]) for each in (one, other) if (played := history(session, each.id, 1))],
            "games": recent_games(session, viewer, site.settings, one, other),
        }
        return render(request, "versus.html", context)
