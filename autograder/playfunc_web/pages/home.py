"""Home: one's own place, last upload and games; for visitors, what this is and how to take part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from playfunc_web.access import Viewer
from playfunc_web.admission.history import errors_of, house_games
from playfunc_web.database.tables import Entrant, Game, Meeting, MeetingGame, Version
from playfunc_web.http.responses import render
from playfunc_web.http.viewer import Anyone, Here
from playfunc_web.ladders.games import newest_game, next_unwatched, own_entrant, recent_games
from playfunc_web.pages.documents import document, own_text
from playfunc_web.pages.ladder import Listed, listed
from playfunc_web.site import Site

router = APIRouter(include_in_schema=False)

GAMES_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Own:
    """One's own part of a ladder."""

    listed: Listed
    entrant: Entrant
    upload: Version | None
    provisional: Meeting | None
    errors: list[Any] = field(default_factory=list)
    games: list[Game] = field(default_factory=list)
    unwatched: Game | None = None
    house_games: Sequence[MeetingGame] = ()


@router.get("/")
def home(request: Request, site: Here, viewer: Anyone) -> Response:
    if not viewer.known and not site.settings.public:
        return render(request, "welcome.html", {"ladders": [], "game": None, "news": None})
    with site.database.reading() as session:
        ladders = listed(session, viewer)
        news = document(own_text(site, "news")[0], "News")
        own = [found for each in ladders if (found := _own(session, site, viewer, each)) is not None]
        if own:
            entered = {each.entrant.ladder_id for each in own}
            others = [each for each in ladders if each.ladder.id not in entered]
            return render(request, "home.html", {"own": own, "others": others, "news": news})
        game = newest_game(session, viewer, site.settings)
        return render(request, "welcome.html", {"ladders": ladders, "game": game, "news": news})


def _own(session: Session, site: Site, viewer: Viewer, each: Listed) -> Own | None:
    entrant = own_entrant(session, each.ladder, viewer)
    if entrant is None:
        return None
    upload = session.scalar(
        select(Version)
        .where(Version.entrant_id == entrant.id)
        .options(joinedload(Version.admission))
        .order_by(Version.number.desc())
        .limit(1)
    )
    played = each.own is not None and each.own.version_id == entrant.active_id
    meeting = None if played else session.get(Meeting, (entrant.active_id, "")) if entrant.active_id else None
    return Own(
        each,
        entrant,
        upload,
        meeting,
        errors_of(session, entrant.active_id),
        recent_games(session, viewer, site.settings, entrant, most=GAMES_SHOWN),
        next_unwatched(session, viewer, entrant, each.run.id) if each.run else None,
        house_games(session, entrant.active_id),
    )
