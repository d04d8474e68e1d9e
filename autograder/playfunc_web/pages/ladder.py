"""The list of ladders, and the standings of one."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any, TypeAlias
from urllib.parse import urlencode

from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.responses import Response
from markupsafe import Markup
from sqlalchemy import URL, Row, Select, and_, func, or_, select
from sqlalchemy.orm import Session

from playfunc_web.access import Viewer, shown_name_column
from playfunc_web.database import now
from playfunc_web.database.tables import Entrant, Entry, Ladder, Meeting, Party, Run, Version
from playfunc_web.http.responses import render
from playfunc_web.http.viewer import Here, Reader
from playfunc_web.ladders.ladders import (
    Unit,
    complete_runs,
    kind_words,
    ladder_named,
    ladders_of,
    last_run,
    last_runs,
    unit_of,
)
from playfunc_web.ladders.schedule import next_night
from playfunc_web.pages.charts import Bin, binned, histogram
from playfunc_web.site import Settings

# A run's standings as pages show them. Everything read here was stored when the run was complete: no page adds up
# games, so that a page costs the same whatever was played.


PAGE_ROWS = 50

FORM_RUNS = 4
"""How many runs before are told of an entrant."""

SUMMARIES_KEPT = 32

DAY = 86400.0

LONGEST_ADMISSION = 7 * 86400.0
"""Seconds after which an upload is admitted or refused, whatever happens to the queue."""

SORTS: dict[str, tuple[Any, bool | None]] = {
    "rank": (Entry.rank, False),
    "name": (func.lower(shown_name_column()), False),
    "score": (Entry.mean, None),
    "rating": (Entry.rating, True),
    "deals": (Entry.deals, True),
    "faults": (Entry.faults, True),
    "kind": (func.lower(Version.kind + Version.language), False),
}
"""Column that standings can be sorted by → what it holds, and whether its highest value comes first: `None` where the
ladder says whether high scores are good."""

KINDS = {
    "people": "people and groups",
    "staff": "staff's players",
    "house": "built-in players",
    "program": "programs",
}
"""What a page of standings can be narrowed to → in words."""


@dataclass(frozen=True, slots=True)
class View:
    """Which part of the standings is asked for. Without a `page`, the one that holds the viewer's own row."""

    sort: str = "rank"
    down: bool = False
    """Whether the order is turned round."""
    text: str = ""
    """A part of the name."""
    kind: str = ""
    page: int | None = None

    @property
    def whole(self) -> bool:
        """Whether these are all rows by rank, in which everyone has a place of their own."""
        return self.sort == "rank" and not self.down and not self.text and not self.kind


Wanted: TypeAlias = Select[Entry, str, str, Party, str, str, int]
Line: TypeAlias = Row[Entry, str, str, Party, str, str, int]
"""A line of the standings, as `_rows` asks for it: `Entry`, `code`, `house`, `Party`, `kind`, `language`, `version`."""


@dataclass(frozen=True, slots=True)
class Page:
    """Rows of one page, which page it is, of how many, and how many rows there are on all."""

    rows: Sequence[Line]
    at: int
    of: int
    total: int


@dataclass(frozen=True, slots=True)
class Form:
    """What an entrant did before a run: how many points its rating rose since its last run before, `None` where one of
    the two has none, and its ranks in the last runs before, the oldest first."""

    rise: float | None
    ranks: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """What all pages of a run share: how many play, built-in players included; the ratings of everyone else; the
    places of the built-in players; and the form of whoever played before."""

    entrants: int
    ratings: tuple[float, ...]
    baselines: tuple[int, ...]
    form: dict[int, Form]
    """By entrant."""


_SUMMARIES: OrderedDict[tuple[URL, int, float | None], Summary] = OrderedDict()


def own_entry(session: Session, run_id: int, party_id: int | None) -> Entry | None:
    return own_entries(session, [run_id], party_id).get(run_id)


def own_entries(session: Session, runs: Sequence[int], party_id: int | None) -> dict[int, Entry]:
    """By run."""
    if party_id is None:
        return {}
    wanted = select(Entry).join(Entrant, Entrant.id == Entry.entrant_id)
    found = session.scalars(wanted.where(Entry.run_id.in_(runs), Entrant.party_id == party_id))
    return {entry.run_id: entry for entry in found}


def summary_of(session: Session, run: Run) -> Summary:
    """Kept once the run is complete, for it never changes again."""
    key = session.get_bind().engine.url, run.id, run.finished
    if key in _SUMMARIES:
        return _SUMMARIES[key]
    rows = session.execute(
        select(Entry.place, Entry.rating, Entrant.house, Entry.entrant_id)
        .join(Entrant, Entrant.id == Entry.entrant_id)
        .where(Entry.run_id == run.id)
    ).all()
    found = Summary(
        len(rows),
        tuple(rating for _, rating, house, _ in rows if rating is not None and not house),
        tuple(place for place, _, house, _ in rows if house),
        _form(session, run, {entrant: rating for _, rating, _, entrant in rows}),
    )
    if run.state == "complete":
        _SUMMARIES[key] = found
        while len(_SUMMARIES) > SUMMARIES_KEPT:
            _SUMMARIES.popitem(last=False)
    return found


def _form(session: Session, run: Run, ratings: Mapping[int, float | None]) -> dict[int, Form]:
    """Of the entrants with these ratings that took part in one of the `FORM_RUNS` before."""
    wanted = (
        select(Entry.entrant_id, Entry.rank, Entry.rating)
        .join(Run, Run.id == Entry.run_id)
        .where(
            Run.ladder_id == run.ladder_id,
            Run.state == "complete",
            Run.number.between(run.number - FORM_RUNS, run.number - 1),
        )
        .order_by(Run.number)
    )
    ranks: dict[int, list[int | None]] = {}
    last: dict[int, float | None] = {}
    for entrant, rank, rating in session.execute(wanted):
        ranks.setdefault(entrant, []).append(rank)
        last[entrant] = rating
    found = {}
    for entrant in ratings.keys() & ranks.keys():
        now_rated, then_rated = ratings[entrant], last[entrant]
        rise = None if now_rated is None or then_rated is None else now_rated - then_rated
        found[entrant] = Form(rise, tuple(ranks[entrant]))
    return found


def baselines(session: Session, run: Run) -> Sequence[Line]:
    """The built-in players of a run, the strongest first."""
    places = summary_of(session, run).baselines
    wanted = _rows(run.id).where(Entry.place.in_(places)).order_by(Entry.rating.desc().nulls_last())
    return session.execute(wanted).all()


def provisional(
    session: Session, ladder_id: int, run: Run | None, most: int = 50
) -> Sequence[Row[str, Party, int, Meeting]]:
    """Players whose active version is not in the run, the best rated first: the code, the party, the number of the
    version, and its rating against the baselines. Versions uploaded long before the run were
    admitted or refused before it, so they are not looked at."""
    wanted = (
        select(Entrant.code, Party, Version.number, Meeting)
        .join(Party, Party.id == Entrant.party_id)
        .join(Version, Version.id == Entrant.active_id)
        .join(Meeting, and_(Meeting.version_id == Version.id, Meeting.rung == ""))
        .where(Entrant.ladder_id == ladder_id)
        .order_by(Meeting.rating.desc().nulls_last(), Entrant.id)
        .limit(most)
    )
    if run is not None:
        played = select(Entry.version_id).where(Entry.run_id == run.id)
        wanted = wanted.where(Version.uploaded > run.planned - LONGEST_ADMISSION, Version.id.not_in(played))
    return session.execute(wanted).all()


def standings_page(session: Session, run: Run, view: View, own: Entry | None, *, high: bool = True) -> Page:
    """One page of the standings; `high` says whether high scores are good."""
    narrowed = _narrowed(_rows(run.id), view)
    if view.text or view.kind:
        total = session.scalar(select(func.count()).select_from(narrowed.subquery())) or 0
    else:
        total = summary_of(session, run).entrants
    of = max(1, -(-total // PAGE_ROWS))
    at = view.page or (_page_of(session, own) if own is not None and view.whole else 1)
    at = min(max(at, 1), of)
    wanted = narrowed.order_by(*_order(view, high=high)).limit(PAGE_ROWS).offset((at - 1) * PAGE_ROWS)
    return Page(session.execute(wanted).all(), at, of, total)


def _rows(*runs: int) -> Wanted:
    number = Version.number.label("version")
    return (
        select(Entry, Entrant.code, Entrant.house, Party, Version.kind, Version.language, number)
        .join(Entrant, Entrant.id == Entry.entrant_id)
        .join(Party, Party.id == Entrant.party_id)
        .join(Version, Version.id == Entry.version_id)
        .where(Entry.run_id.in_(runs))
    )


def _narrowed(wanted: Wanted, view: View) -> Wanted:
    if view.text:
        wanted = wanted.where(shown_name_column().icontains(view.text, autoescape=True))
    if view.kind == "people":
        return wanted.where(Party.kind.in_(("person", "group")))
    if view.kind == "program":
        return wanted.where(Version.kind == "program")
    return wanted.where(Party.kind == view.kind) if view.kind else wanted


def _order(view: View, *, high: bool) -> list[Any]:
    """The best first, or the opposite; equal ones by rank, and so that no two rows are equal."""
    column, highest_first = SORTS[view.sort]
    falling = high if highest_first is None else highest_first
    ordered = column.desc() if falling != view.down else column.asc()
    return [ordered.nulls_last(), Entry.rank.asc().nulls_last(), Entry.place]


def _page_of(session: Session, own: Entry) -> int:
    """The page that holds this entry where all are sorted by rank."""
    same = Entry.rank == own.rank if own.rank is not None else Entry.rank.is_(None)
    before = Entry.rank < own.rank if own.rank is not None else Entry.rank.is_not(None)
    ahead = session.scalar(
        select(func.count())
        .select_from(Entry)
        .where(Entry.run_id == own.run_id, or_(before, and_(same, Entry.place < own.place)))
    )
    return (ahead or 0) // PAGE_ROWS + 1


router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class Listed:
    """A ladder in the list: its last complete run, one's own line in it and its first three, where there are any; how
    many versions were uploaded in the last 24 hours, and when its next run is due, `None` where none is."""

    ladder: Ladder
    unit: Unit
    run: Run | None
    own: Entry | None
    entrants: int
    top: Sequence[Line] = ()
    uploads: int = 0
    due: float | None = None

    @property
    def games(self) -> int:
        """Of the last complete run."""
        return int(self.run.settings.get("games", 0)) if self.run is not None else 0


def listed(session: Session, viewer: Viewer, settings: Settings) -> list[Listed]:
    """All ladders, as the viewer sees them."""
    runs, at = last_runs(session), now()
    ids = [run.id for run in runs.values()]
    own, top = own_entries(session, ids, viewer.party_id), _first_three(session, ids)
    uploads, night = _uploads_since(session, at - DAY), next_night(settings, at)
    found = []
    for ladder in ladders_of(session):
        run = runs.get(ladder.id)
        entrants = summary_of(session, run).entrants if run else 0
        first = [row for row in top if run is not None and row.Entry.run_id == run.id]
        due = night if ladder.nightly and ladder.state == "open" else None
        mine = own.get(run.id) if run else None
        unit = unit_of(ladder.contest)
        found.append(Listed(ladder, unit, run, mine, entrants, first, uploads.get(ladder.id, 0), due))
    return found


def _first_three(session: Session, runs: Sequence[int]) -> Sequence[Line]:
    """Of each run; no more where several share a rank."""
    order = func.row_number().over(partition_by=Entry.run_id, order_by=(Entry.rank, Entry.place))
    ranked = (
        select(Entry.run_id, Entry.place, order.label("row"))
        .where(Entry.run_id.in_(runs), Entry.rank <= 3)
        .subquery()
    )
    same = and_(ranked.c.run_id == Entry.run_id, ranked.c.place == Entry.place)
    wanted = _rows(*runs).join(ranked, same).where(ranked.c.row <= 3)
    return session.execute(wanted.order_by(Entry.run_id, ranked.c.row)).all()


def _uploads_since(session: Session, since: float) -> dict[int, int]:
    """By ladder."""
    wanted = (
        select(Entrant.ladder_id, func.count(Version.id).label("uploads"))
        .join(Entrant, Entrant.id == Version.entrant_id)
        .where(Version.uploaded > since, Version.kind != "house")
        .group_by(Entrant.ladder_id)
    )
    return {row.ladder_id: row.uploads for row in session.execute(wanted)}


@router.get("/ladders")
def ladders_page(request: Request, site: Here, viewer: Reader) -> Response:
    with site.database.reading() as session:
        return render(request, "ladders.html", {"ladders": listed(session, viewer, site.settings)})


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
            "address": _Addresses(request.url.path, view),
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
            "form_runs": FORM_RUNS,
            "form": summary.form,
            "baselines": [(row, _standing(own, row.Entry)) for row in baselines(session, run)],
            "runs": complete_runs(session, ladder.id),
            "bins": bins,
            "picture": _picture(bins, own),
        }
        return render(request, "ladder.html", context | shown)


def _standing(own: Entry | None, baseline: Entry) -> str:
    """How one's own player stands to a built-in one: passed, ahead (the intervals overlap), not yet, or empty."""
    if own is None or own.rating is None or baseline.rating is None or own.entrant_id == baseline.entrant_id:
        return ""
    if own.rating_low is not None and own.rating_low > baseline.rating:
        return "passed"
    return "ahead" if own.rating > baseline.rating else "not yet"


def _picture(bins: list[Bin], own: Entry | None) -> Markup:
    if not bins:
        return Markup("")
    told = "Distribution of the ratings of all entrants but built-in players; the table has the same numbers."
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
