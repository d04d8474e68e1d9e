"""Home, for those who play and for visitors; and the list of official runs, and one of them."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response
from sqlalchemy import func, select
from sqlalchemy.orm import Session, joinedload

from playfunc_web.access import Viewer
from playfunc_web.admission.uploads import built_in_games, errors_of
from playfunc_web.database.tables import Entrant, Entry, Meeting, Run, Version
from playfunc_web.http.responses import duration, render
from playfunc_web.http.viewer import Anyone, Here, Reader
from playfunc_web.ladders.games import newest_game, next_unwatched, own_entrant, recent_games
from playfunc_web.ladders.ladders import ladder_named, unit_of
from playfunc_web.pages.documents import document, own_text
from playfunc_web.pages.ladder import Listed, listed
from playfunc_web.pages.player import crosstable
from playfunc_web.site import Site

router = APIRouter(include_in_schema=False)

# All official runs, and what one of them was played with.

NEWEST = 100

WORDS = {
    "contest": "Contest",
    "deals": "Deals, each player",
    "games": "Games",
    "budget_cpu_seconds": "CPU budget",
    "allowance_cpu_seconds_a_deal": "CPU allowance, a player and deal",
    "playfunc": "Version of playfunc",
    "python": "Version of Python",
    "apart": "Players with a process for each game, by place",
    "code": "Digest of rules, opponents and workers",
    "stopped": "Stopped because",
}
"""Settings of a run → in words."""


@router.get("/runs")
def runs_page(request: Request, site: Here, viewer: Reader) -> Response:
    with site.database.reading() as session:
        newest = select(Run).options(joinedload(Run.ladder)).order_by(Run.planned.desc()).limit(NEWEST)
        return render(request, "runs.html", {"runs": session.scalars(newest).all()})


@router.get("/runs/{name}/{number:int}")
def run_page(request: Request, site: Here, viewer: Reader, name: str, number: int) -> Response:
    with site.database.reading() as session:
        ladder = ladder_named(session, name)
        run = session.scalar(select(Run).where(Run.ladder_id == ladder.id, Run.number == number))
        if run is None:
            raise HTTPException(404)
        entrants, games, faults, cpu = session.execute(
            select(
                func.count(), func.sum(Entry.games), func.sum(Entry.faults), func.sum(Entry.cpu_seconds)
            ).where(Entry.run_id == run.id)
        ).one()
        worst = session.scalars(
            select(Entry)
            .join(Entrant, Entrant.id == Entry.entrant_id)
            .where(Entry.run_id == run.id, Entry.faults > 0)
            .options(joinedload(Entry.entrant).joinedload(Entrant.party))
            .order_by(Entry.faults.desc(), Entry.place)
            .limit(20)
        ).all()
        context = {
            "ladder": ladder,
            "unit": unit_of(ladder.contest),
            "run": run,
            "entrants": entrants,
            "games": games or 0,
            "faults": faults or 0,
            "cpu": cpu or 0.0,
            "worst": worst if run.state == "complete" else [],
            "crossed": crosstable(session, run.id) if run.state == "complete" else [],
            "settings": setting_words(run.settings),
            "api": f"/api/v1/ladders/{ladder.name}/runs/{run.number}",
        }
        return render(request, "run.html", context)


def setting_words(settings: dict[str, Any]) -> list[tuple[str, str]]:
    """The settings of a run for a reader, in the order of `WORDS`, others after them by name."""
    order = [*WORDS, *sorted(set(settings) - set(WORDS))]
    return [(WORDS.get(name, name), _shown(name, settings[name])) for name in order if name in settings]


def _shown(name: str, value: object) -> str:
    if "seconds" in name and isinstance(value, int | float):
        return duration(value) if value >= 1 else f"{1000 * value:.0f} ms"
    return f"{value:,}" if isinstance(value, int) else str(value)


# Home: one's own place, last upload and games; for visitors, what this is and how to take part.


GAMES_SHOWN = 5


@router.get("/")
def home(request: Request, site: Here, viewer: Anyone) -> Response:
    if not viewer.known and not site.settings.public:
        return render(request, "welcome.html", {"ladders": [], "game": None, "news": None})
    with site.database.reading() as session:
        ladders = listed(session, viewer, site.settings)
        news = document(own_text(site, "news")[0], "News")
        own = [found for each in ladders if (found := _own(session, site, viewer, each)) is not None]
        if own:
            own.sort(key=lambda each: (not each["entrant"].crashes, -getattr(each["upload"], "uploaded", 0)))
            entered = {each["entrant"].ladder_id for each in own}
            others = [each for each in ladders if each.ladder.id not in entered]
            return render(request, "home.html", {"own": own, "others": others, "news": news})
        game = newest_game(session, viewer, site.settings)
        return render(request, "welcome.html", {"ladders": ladders, "game": game, "news": news})


def _own(session: Session, site: Site, viewer: Viewer, each: Listed) -> dict[str, Any] | None:
    """One's own part of a ladder."""
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
    return {
        "listed": each,
        "entrant": entrant,
        "upload": upload,
        "provisional": meeting,
        "errors": errors_of(session, entrant.active_id),
        "games": recent_games(session, viewer, site.settings, entrant, most=GAMES_SHOWN),
        "unwatched": next_unwatched(session, viewer, entrant, each.run.id) if each.run else None,
        "built_in_games": built_in_games(session, entrant.active_id),
    }
