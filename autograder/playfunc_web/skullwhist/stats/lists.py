"""The list of all games, the latest first."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from playfunc_web.http.render import render
from playfunc_web.http.viewer import Anyone, Here
from playfunc_web.skullwhist.stats.games import PER_PAGE, games_begun, page_of_games
from playfunc_web.skullwhist.stats.here import nowhere

__all__ = ["router"]

router = APIRouter(include_in_schema=False)


@router.get("/stats/games/page/{number:int}/")
def games_page(request: Request, site: Here, viewer: Anyone, number: int) -> Response:
    with site.database.reading() as session:
        games = games_begun(session)
        of = max(1, -(-games // PER_PAGE))
        if not 1 <= number <= of:
            raise nowhere(f"The list of games has {of} pages.")
        context = {"rows": page_of_games(session, number), "at": number, "of": of, "games": games}
        return render(request, "whist_games.html", context)
