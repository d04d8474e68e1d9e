"""The list of ladders, the standings of one, and its official runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.responses import Response
from markupsafe import Markup
from sqlalchemy import func, select
from sqlalchemy.orm import Session, joinedload

from playfunc_web.access import Viewer
from playfunc_web.admission.uploads import errors_of, house_games
from playfunc_web.database.tables import Entrant, Entry, Game, Ladder, Meeting, MeetingGame, Run, Version
from playfunc_web.http.responses import duration, render
from playfunc_web.http.viewer import Anyone, Here, Reader
from playfunc_web.ladders.games import newest_game, next_unwatched, own_entrant, recent_games
from playfunc_web.ladders.ladders import Unit, kind_words, ladder_named, ladders_of, unit_of
from playfunc_web.ladders.results import (
    KINDS,
    SORTS,
    Row,
    View,
    complete_runs,
    last_run,
    own_entry,
    provisional,
    rungs,
    standings_page,
    summary_of,
)
from playfunc_web.pages.charts import Bin, binned, histogram
from playfunc_web.pages.documents import document, own_text
from playfunc_web.site import Site

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class Listed:
    """A ladder in the list: its last complete run and one's own line in it, where there are any."""

    ladder: Ladder
    unit: Unit
    run: Run | None
    own: Entry | None
    entrants: int


@dataclass(frozen=True, slots=True)
class Rung:
    """A house player, and how one's own player stands to it: passed, ahead (the intervals overlap) or not yet; empty
    where one has none."""

    row: Row
    standing: str


def listed(session: Session, viewer: Viewer) -> list[Listed]:
    """All ladders, as the viewer sees them."""
    return [_listed(session, ladder, viewer) for ladder in ladders_of(session)]


def _listed(session: Session, ladder: Ladder, viewer: Viewer) -> Listed:
    run = last_run(session, ladder.id)
    own = own_entry(session, run.id, viewer.party_id) if run else None
    entrants = summary_of(session, run).entrants if run else 0
    return Listed(ladder, unit_of(ladder.contest), run, own, entrants)


@router.get("/ladders")
def ladders_page(request: Request, site: Here, viewer: Reader) -> Response:
    with site.database.reading() as session:
        return render(request, "ladders.html", {"ladders": listed(session, viewer)})


@router.get("/ladder/{name}")
@router.get("/ladder/{name}/{number:int}")
def ladder_page(
    request: Request,
    site: Here,
    viewer: Reader,
    name: str,
    number: int | None = None,
    sort: str = "rank",
    down: bool = False,
    q: Annotated[str, Query(max_length=80)] = "",
    kind: str = "",
    page: Annotated[int | None, Query(ge=1, le=1_000_000)] = None,
) -> Response:
    """The last complete run, or the run with this number."""
    view = View(sort if sort in SORTS else "rank", down, q.strip(), kind if kind in KINDS else "", page)
    with site.database.reading() as session:
        ladder = ladder_named(session, name)
        run = last_run(session, ladder.id, number)
        if run is None and number is not None:
            raise HTTPException(404)
        unit = unit_of(ladder.contest)
        newcomers = provisional(session, ladder.id, run) if number is None else []
        context = {
            "ladder": ladder,
            "unit": unit,
            "run": run,
            "number": number,
            "view": view,
            "kinds": KINDS,
            "kind_words": partial(kind_words, languages=site.languages),
            "address": _address(request.url.path, view),
            "newcomers": newcomers,
        }
        if run is None:
            return render(request, "ladder_empty.html", context)
        own = own_entry(session, run.id, viewer.party_id)
        summary = summary_of(session, run)
        bins = binned(summary.ratings, own.rating if own else None)
        shown = {
            "own": own,
            "entrants": summary.entrants,
            "page": standings_page(session, run, view, own, high=unit.high),
            "rungs": [Rung(row, _standing(own, row.entry)) for row in rungs(session, run)],
            "runs": complete_runs(session, ladder.id),
            "bins": bins,
            "picture": _picture(bins, own),
        }
        return render(request, "ladder.html", context | shown)


def _standing(own: Entry | None, rung: Entry) -> str:
    if own is None or own.rating is None or rung.rating is None or own.entrant_id == rung.entrant_id:
        return ""
    if own.rating_low is not None and own.rating_low > rung.rating:
        return "passed"
    return "ahead" if own.rating > rung.rating else "not yet"


def _picture(bins: list[Bin], own: Entry | None) -> Markup:
    if not bins:
        return Markup("")
    told = "Distribution of the ratings of all entrants but house players; the table has the same numbers."
    return histogram(bins, told, own.rating if own else None)


class _Addresses:
    """Addresses of other parts of the same standings."""

    def __init__(self, path: str, view: View) -> None:
        self._path, self._view = path, view

    def sorted(self, column: str) -> str:
        """By this column, and turned round where it is already sorted by."""
        again = column == self._view.sort
        return self._to(replace(self._view, sort=column, down=again and not self._view.down, page=None))

    def page(self, number: int) -> str:
        return self._to(replace(self._view, page=number))

    @property
    def before_page(self) -> str:
        """An address to which a page's number is added."""
        return self.page(0)[:-1]

    def _to(self, view: View) -> str:
        said = {
            "sort": "" if view.sort == "rank" else view.sort,
            "down": "true" if view.down else "",
            "q": view.text,
            "kind": view.kind,
            "page": "" if view.page is None else str(view.page),
        }
        asked = urlencode({name: value for name, value in said.items() if value})
        return f"{self._path}?{asked}" if asked else self._path


def _address(path: str, view: View) -> _Addresses:
    return _Addresses(path, view)


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
        runs = session.scalars(
            select(Run).options(joinedload(Run.ladder)).order_by(Run.planned.desc()).limit(NEWEST)
        ).all()
        return render(request, "runs.html", {"runs": runs})


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
