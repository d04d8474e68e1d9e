"""The records of each ladder. All of it comes from stored aggregates; a complete run never changes, so what was found
for one is kept."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, pairwise
from operator import itemgetter
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from sqlalchemy import Select, and_, case, func, select
from sqlalchemy.orm import Session, aliased

from playfunc_web.database import Database
from playfunc_web.database.tables import Entrant, Entry, Pair, Party, Run
from playfunc_web.http.responses import render
from playfunc_web.http.viewer import Here, Reader
from playfunc_web.ladders.ladders import Unit, ladders_of, last_run, unit_of

RUNS = 60
"""Runs that are looked back on."""


@dataclass(frozen=True, slots=True)
class Feat:
    """Whose it is, in which run, and how much: points or runs, as the record says. Entrants are told by
    their codes, because names change."""

    code: str
    run: int
    value: float
    against: str = ""


@dataclass(frozen=True, slots=True)
class Records:
    """The records of a ladder; `None` where there is none yet. Built-in players hold none.

    `streak` counts runs in a row on top of people's and staff's players; `best` is the best score a deal of a ranked
    player; `upset` the largest difference of ratings over which the lower one surely won head to head, in the last run;
    `improved` the most rating gained from one run to the next.
    """

    streak: Feat | None = None
    best: Feat | None = None
    upset: Feat | None = None
    improved: Feat | None = None


def records(session: Session, ladder_id: int, *, high: bool) -> Records:
    """`high` says whether high scores are good."""
    runs = session.execute(
        select(Run.id, Run.number)
        .where(Run.ladder_id == ladder_id, Run.state == "complete")
        .order_by(Run.number.desc())
        .limit(RUNS)
    ).all()
    if not runs:
        return Records()
    ids, last = [run.id for run in runs], runs[0].id
    return Records(
        _streak(session, ids),
        _best(session, ids, high=high),
        _upset(session, last, high=high),
        _improved(session, ids),
    )


def _people(ids: list[int]) -> Select[str, int, Entry]:
    return (
        select(Entrant.code, Run.number, Entry)
        .join(Entrant, Entrant.id == Entry.entrant_id)
        .join(Run, Run.id == Entry.run_id)
        .where(Entry.run_id.in_(ids), Entrant.house == "")
    )


def _streak(session: Session, ids: list[int]) -> Feat | None:
    """The longest row of runs that one player led; a single one is no row."""
    lead = (
        select(Entry.run_id, func.min(Entry.rank).label("rank"))
        .join(Entrant, Entrant.id == Entry.entrant_id)
        .where(Entry.run_id.in_(ids), Entrant.house == "")
        .group_by(Entry.run_id)
        .subquery()
    )
    leaders = session.execute(
        _people(ids)
        .join(lead, and_(lead.c.run_id == Entry.run_id, lead.c.rank == Entry.rank))
        .order_by(Run.number, Entry.place)
    ).all()
    by_run = [next(same) for _, same in groupby(leaders, key=itemgetter(1))]
    rows = [list(same) for _, same in groupby(by_run, key=itemgetter(0))]
    if not rows:
        return None
    longest = max(rows, key=len)
    if len(longest) == 1:
        return None
    code, number, _ = longest[-1]
    return Feat(code, number, len(longest))


def _best(session: Session, ids: list[int], *, high: bool) -> Feat | None:
    order = Entry.mean.desc() if high else Entry.mean.asc()
    ranked = _people(ids).where(Entry.mean.is_not(None), Entry.rank.is_not(None))
    found = session.execute(ranked.order_by(order, Run.number).limit(1)).first()
    return None if found is None else Feat(found[0], found[1], found[2].mean or 0.0)


def _upset(session: Session, run_id: int, *, high: bool) -> Feat | None:
    """Among pairs whose interval excludes 0, the winner with the lowest rating below the loser's."""
    a, b = aliased(Entry), aliased(Entry)
    a_won = Pair.mean > 0 if high else Pair.mean < 0
    below = case((a_won, b.rating - a.rating), else_=a.rating - b.rating)
    found = session.execute(
        select(a, b, below)
        .select_from(Pair)
        .join(a, and_(a.run_id == Pair.run_id, a.place == Pair.a))
        .join(b, and_(b.run_id == Pair.run_id, b.place == Pair.b))
        .where(Pair.run_id == run_id, func.abs(Pair.mean) > Pair.half_width, below > 0)
        .order_by(below.desc())
        .add_columns(a_won)
        .limit(1)
    ).first()
    if found is None:
        return None
    first, second, difference, first_won = found
    winner, loser = (first, second) if first_won else (second, first)
    run = session.get_one(Run, run_id)
    return Feat(winner.entrant.code, run.number, difference, loser.entrant.code)


def _improved(session: Session, ids: list[int]) -> Feat | None:
    """From one of these runs to the next."""
    best: Feat | None = None
    for after, before in pairwise(ids):
        earlier = aliased(Entry)
        gain = Entry.rating - earlier.rating
        found = session.execute(
            select(gain, Entrant.code, Run.number)
            .select_from(Entry)
            .join(Entrant, Entrant.id == Entry.entrant_id)
            .join(Run, Run.id == Entry.run_id)
            .join(earlier, and_(earlier.run_id == before, earlier.entrant_id == Entry.entrant_id))
            .where(Entry.run_id == after, Entrant.house == "", Entry.rating_low > earlier.rating_high)
            .order_by(gain.desc())
            .limit(1)
        ).first()
        if found is not None and found[0] is not None and (best is None or found[0] > best.value):
            best = Feat(found[1], found[2], found[0])
    return best


router = APIRouter(include_in_schema=False)


@router.get("/records")
def records_page(request: Request, site: Here, viewer: Reader) -> Response:
    with site.database.reading() as session:
        ladders = []
        for ladder in ladders_of(session):
            run, unit = last_run(session, ladder.id), unit_of(ladder.contest)
            if run is not None:
                found = _records_until(site.database, ladder.id, run.id, unit.high)
                ladders.append((ladder, _worded(session, unit, found)))
        return render(request, "records.html", {"ladders": [each for each in ladders if each[1]]})


@lru_cache(maxsize=64)
def _records_until(database: Database, ladder_id: int, run_id: int, high: bool) -> Records:
    """Kept for the last complete run: it never changes again."""
    with database.reading() as session:
        return records(session, ladder_id, high=high)


def _worded(session: Session, unit: Unit, found: Records) -> list[dict[str, Any]]:
    """The records for a reader: the title of each, who holds it, and what it is in words."""
    kinds = (
        ("Longest streak", found.streak, "on top in {:.0f} runs in a row"),
        ("Best score", found.best, f"{{:.2f}} {unit.words}"),
        ("Largest upset", found.upset, "rated {:.0f} higher, head to head"),
        ("Most improved", found.improved, "{:.0f} rating points from one run to the next"),
    )
    held = [(title, feat, words) for title, feat, words in kinds if feat is not None]
    codes = [code for _, feat, _ in held for code in (feat.code, feat.against)]
    parties: dict[str, Any] = dict(
        session.execute(select(Entrant.code, Party).join(Party).where(Entrant.code.in_(codes))).all()
    )
    return [
        {
            "title": title,
            "feat": feat,
            "party": parties[feat.code],
            "words": words.format(feat.value).replace("-", "−"),
            "against": parties.get(feat.against),
        }
        for title, feat, words in held
    ]
