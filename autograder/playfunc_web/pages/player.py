"""An entrant: its rating over runs, its results by opponent, its costs by phase, and its games."""

from __future__ import annotations

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response
from markupsafe import Markup

from playfunc_web.access import opens_all_games, owns
from playfunc_web.http.render import render
from playfunc_web.http.viewer import Here, Reader
from playfunc_web.ladders.games import own_entrant, recent_games
from playfunc_web.ladders.players import Played, entrant_of_code, history, opponents, versions
from playfunc_web.ladders.units import kind_words, unit_of
from playfunc_web.pages.charts import Point, bars, line

__all__ = ["rating_points", "router"]

router = APIRouter(include_in_schema=False)


def rating_points(played: list[Played]) -> list[Point]:
    """The ratings of these runs, for a picture."""
    return [
        Point(f"Run {each.run.number}", each.entry.rating, each.entry.rating_low, each.entry.rating_high)
        for each in played
        if each.entry.rating is not None
    ]


@router.get("/player/{code}")
def player_page(request: Request, site: Here, viewer: Reader, code: str) -> Response:
    with site.database.reading() as session:
        entrant = entrant_of_code(session, code)
        if entrant is None:
            raise HTTPException(404)
        played = history(session, entrant.id)
        last = played[-1] if played else None
        points = rating_points(played)
        phases = [(str(name), max(0.0, float(cost))) for name, cost, _ in last.entry.phases] if last else []
        mine = own_entrant(session, entrant.ladder, viewer)
        own = owns(viewer, entrant.party_id)
        context = {
            "entrant": entrant,
            "ladder": entrant.ladder,
            "unit": unit_of(entrant.ladder.contest),
            "own": own,
            "kind": kind_words(entrant.active.kind, entrant.active.language, site.languages)
            if entrant.active
            else "",
            "mine": None if own else mine,
            "played": played,
            "last": last,
            "picture": line(points, "Rating by run, with its 95% interval; the table has the same numbers.")
            if points
            else Markup(""),
            "phases": bars(phases, "Mean cost a game by phase; the table has the same numbers.")
            if phases
            else Markup(""),
            "opponents": opponents(session, last.entry) if last else [],
            "games": recent_games(session, viewer, site.settings, entrant),
            "opens_all": opens_all_games(viewer, entrant.ladder, site.settings),
            "versions": versions(session, entrant.id) if own else [],
        }
        return render(request, "player.html", context)
