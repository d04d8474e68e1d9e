"""An entrant: its rating over runs, its results by opponent, its costs by phase, its games; two entrants head to head;
and two versions of one's own side by side."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response
from markupsafe import Markup
from playfunc_checks.cells import text_of
from playfunc_checks.extract import ExtractError, decoded, parse_notebook
from sqlalchemy import Row, and_, case, or_, select
from sqlalchemy.orm import Session, joinedload, undefer

from playfunc_web.access import opens_all_games, owns
from playfunc_web.database.tables import Entrant, Entry, Pair, Party, Run, Version
from playfunc_web.http.limits import limited
from playfunc_web.http.responses import render
from playfunc_web.http.viewer import Here, Member, Reader
from playfunc_web.ladders.games import own_entrant, recent_games
from playfunc_web.ladders.ladders import entrant_of_code, kind_words, unit_of
from playfunc_web.pages.charts import Point, bars, line

router = APIRouter(include_in_schema=False)


# An entrant over all of its runs.


Played: TypeAlias = Row[Run, Entry, int]
"""What an entrant reached in one run, with which `version` of its own."""


@dataclass(frozen=True, slots=True)
class Met:
    """Head to head with an opponent: `mean` is the difference a deal, one's own score less the opponent's."""

    code: str
    party: Party
    run: int
    deals: int
    mean: float
    half_width: float | None

    @property
    def sure(self) -> bool:
        """Whether the interval excludes 0."""
        return self.half_width is not None and abs(self.mean) > self.half_width


@dataclass(frozen=True, slots=True)
class Crossed:
    """A row of a crosstable: for each entrant of the table, in its order, the difference a deal to it, one's own score
    less the other's; `None` where the two did not meet."""

    code: str
    party: Party
    rank: int | None
    means: tuple[float | None, ...]


def history(session: Session, entrant_id: int, most: int = 60) -> list[Played]:
    """The last complete runs it took part in, the oldest first."""
    wanted = (
        select(Run, Entry, Version.number.label("version"))
        .join(Entry, Entry.run_id == Run.id)
        .join(Version, Version.id == Entry.version_id)
        .where(Entry.entrant_id == entrant_id, Run.state == "complete")
        .order_by(Run.number.desc())
        .limit(most)
    )
    return list(session.execute(wanted))[::-1]


def opponents(session: Session, entry: Entry, most: int = 100) -> list[Met]:
    """Whom it met in a run, those met most often first."""
    theirs = case((Pair.a == entry.place, Pair.b), else_=Pair.a)
    wanted = (
        select(Pair, Entry.place, Entrant.code, Party, Run.number)
        .join(Run, Run.id == Pair.run_id)
        .join(Entry, and_(Entry.run_id == Pair.run_id, Entry.place == theirs))
        .join(Entrant, Entrant.id == Entry.entrant_id)
        .join(Party, Party.id == Entrant.party_id)
        .where(Pair.run_id == entry.run_id, or_(Pair.a == entry.place, Pair.b == entry.place))
        .order_by(Pair.deals.desc(), Entry.rank)
        .limit(most)
    )
    return [
        Met(code, party, number, pair.deals, pair.mean if place == pair.b else -pair.mean, pair.half_width)
        for pair, place, code, party, number in session.execute(wanted)
    ]


def met_in(session: Session, one: Entrant, other: Entrant, most: int = 60) -> list[Met]:
    """Their results against each other in every run in which they met, the newest first; `mean` from `one`'s side."""
    places = [
        {
            run: (entry.place, number)
            for run, entry, number in session.execute(
                select(Run.id, Entry, Run.number)
                .join(Entry, Entry.run_id == Run.id)
                .where(Entry.entrant_id == each.id, Run.state == "complete")
                .order_by(Run.number.desc())
                .limit(most)
            )
        }
        for each in (one, other)
    ]
    met = []
    for run, (place, number) in places[0].items():
        if run not in places[1]:
            continue
        there = places[1][run][0]
        pair = session.get(Pair, (run, min(place, there), max(place, there)))
        if pair is not None:
            mean = pair.mean if place < there else -pair.mean
            met.append(Met(other.code, other.party, number, pair.deals, mean, pair.half_width))
    return met


def crosstable(session: Session, run_id: int, most: int = 12) -> list[Crossed]:
    """The first of a run by rank, each against all of them."""
    rows = session.execute(
        select(Entry, Entrant.code, Party)
        .join(Entrant, Entrant.id == Entry.entrant_id)
        .join(Party, Party.id == Entrant.party_id)
        .where(Entry.run_id == run_id, Entry.rank.is_not(None))
        .order_by(Entry.rank, Entry.place)
        .limit(most)
    ).all()
    places = [row.Entry.place for row in rows]
    wanted = select(Pair).where(Pair.run_id == run_id, Pair.a.in_(places), Pair.b.in_(places))
    pairs = {(pair.a, pair.b): pair for pair in session.scalars(wanted)}
    found = []
    for entry, code, party in rows:
        met = [pairs.get((min(entry.place, place), max(entry.place, place))) for place in places]
        means = (None if pair is None else pair.mean if entry.place == pair.a else -pair.mean for pair in met)
        found.append(Crossed(code, party, entry.rank, tuple(means)))
    return found


def versions(session: Session, entrant_id: int) -> Sequence[Version]:
    """The newest first, with their provisional ratings."""
    return session.scalars(
        select(Version)
        .where(Version.entrant_id == entrant_id)
        .options(joinedload(Version.admission))
        .order_by(Version.number.desc())
    ).all()


def version_of(session: Session, entrant_id: int, number: int) -> Version | None:
    """With its source."""
    return session.scalar(
        select(Version)
        .where(Version.entrant_id == entrant_id, Version.number == number)
        .options(undefer(Version.source), joinedload(Version.admission))
    )


def rating_points(played: list[Played]) -> list[Point]:
    """The ratings of these runs, for a picture."""
    return [
        Point(f"Run {each.Run.number}", each.Entry.rating, each.Entry.rating_low, each.Entry.rating_high)
        for each in played
        if each.Entry.rating is not None
    ]


@router.get("/player/{code}")
def player_page(request: Request, site: Here, viewer: Reader, code: str) -> Response:
    with site.database.reading() as session:
        entrant = entrant_of_code(session, code)
        if entrant is None:
            raise HTTPException(404)
        played = history(session, entrant.id)
        last = played[-1] if played else None
        points = [] if entrant.house else rating_points(played)  # a fixed rating has no history
        phases = [(str(name), max(0.0, float(cost))) for name, cost, _ in last.Entry.phases] if last else []
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
            "opponents": opponents(session, last.Entry) if last else [],
            "games": recent_games(session, viewer, site.settings, entrant),
            "opens_all": opens_all_games(viewer, entrant.ladder, site.settings),
            "versions": versions(session, entrant.id) if own else [],
        }
        return render(request, "player.html", context)


# Two entrants head to head.


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
            "opens_all": opens_all_games(viewer, one.ladder, site.settings),
        }
        return render(request, "versus.html", context)


# Two versions of one's own entrant, side by side. Nobody else opens this page: it shows the source.

MOST_LINES = 2000
COMPARED = 4000
"""Lines of a source that are compared: the time grows with their square, and repeated lines make it half a second."""
LONGEST_LINE = 400


@router.get("/compare/{code}/{first:int}/{second:int}", dependencies=[limited("30/minute", "compare")])
def compare_page(
    request: Request, site: Here, viewer: Member, code: str, first: int, second: int
) -> Response:
    with site.database.reading() as session:
        entrant = entrant_of_code(session, code)
        if entrant is None or not owns(viewer, entrant.party_id):
            raise HTTPException(404)
        found = [version_of(session, entrant.id, number) for number in (first, second)]
        sides = [_side(session, version) for version in found if version is not None]
        if len(sides) < 2:
            raise HTTPException(404)
        old, new = (source_text(side["version"]) for side in sides)
        context = {
            "entrant": entrant,
            "ladder": entrant.ladder,
            "unit": unit_of(entrant.ladder.contest),
            "sides": sides,
            "baselines": sorted({baseline for side in sides for baseline in side["meetings"] if baseline}),
            "gone": old is None or new is None,
            "lines": changed_lines(old or "", new or ""),
        }
        return render(request, "compare.html", context)


def _side(session: Session, version: Version) -> dict[str, Any]:
    """A version with the last run that it played, and its provisional results by baseline."""
    runs = [each for each in history(session, version.entrant_id) if each.Entry.version_id == version.id]
    meetings = {each.rung: each for each in version.meetings}
    return {"version": version, "played": runs[-1] if runs else None, "meetings": meetings}


def source_text(version: Version) -> str | None:
    """The source to compare: of a notebook, its code cells. `None` where it is kept no longer."""
    if version.source is None:
        return None
    text = decoded(version.source, "replace")
    if version.kind != "notebook":
        return text
    try:
        cells = parse_notebook(text, version.filename)["cells"]
        return "\n\n".join(text_of(cell) for cell in cells if cell.get("cell_type") == "code")
    except ExtractError:
        return text


def changed_lines(old: str, new: str) -> list[tuple[str, str]]:
    """What changed, with three lines around each change: its kind (added, removed, same or place) and its text."""
    kinds = {"+": "added", "-": "removed", "@": "place"}
    found = difflib.unified_diff(old.splitlines()[:COMPARED], new.splitlines()[:COMPARED], lineterm="", n=3)
    lines = [
        (kinds.get(line[:1], "same"), line if len(line) <= LONGEST_LINE else line[:LONGEST_LINE] + "…")
        for line in list(found)[2:]
    ]
    return lines[:MOST_LINES]
