"""Ladders, their runs, standings and games; players, and two of them head to head."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from sqlalchemy import func, select
from sqlalchemy.orm import Session, selectinload

from playfunc_web.api.frame import api_router, problems
from playfunc_web.api.reading import (
    ROWS,
    complete,
    counted,
    entrant_of,
    entries,
    game_shape,
    ladder_shape,
    pages_of,
    player_shape,
    run_of,
    run_shape,
    standing,
)
from playfunc_web.api.shapes import (
    MOST,
    Code,
    GamePage,
    LadderName,
    LadderShape,
    Number,
    PageNumber,
    PlayerShape,
    RunPage,
    RunShape,
    StandingPage,
    VersusShape,
)
from playfunc_web.database.tables import Entrant, Entry, Game, Ladder, Pair, Run
from playfunc_web.errors import ProblemError
from playfunc_web.http.viewer import Here
from playfunc_web.ladders.ladders import ladder_named, ladders_of

router: APIRouter = api_router(["ladders"])


@router.get("/ladders")
def ladders(site: Here) -> list[LadderShape]:
    """All ladders."""
    with site.database.reading() as session:
        return [ladder_shape(session, ladder) for ladder in ladders_of(session)]


@router.get("/ladders/{ladder}", responses=problems(404))
def one_ladder(site: Here, ladder: LadderName) -> LadderShape:
    """One ladder."""
    with site.database.reading() as session:
        return ladder_shape(session, ladder_named(session, ladder))


@router.get("/ladders/{ladder}/standings", responses=problems(404))
def last_standings(site: Here, ladder: LadderName, page: PageNumber = 1) -> StandingPage:
    """The standings of the last complete run, 50 a page."""
    with site.database.reading() as session:
        found = ladder_named(session, ladder)
        return _standings(session, found, run_of(session, found, None), page)


@router.get("/ladders/{ladder}/runs", responses=problems(404))
def runs(site: Here, ladder: LadderName, page: PageNumber = 1) -> RunPage:
    """The runs of a ladder, the newest first, 50 a page."""
    with site.database.reading() as session:
        found = ladder_named(session, ladder)
        total = counted(session, select(func.count(Run.id)).where(Run.ladder_id == found.id))
        pages = pages_of(total, page)
        rows = session.scalars(
            select(Run)
            .where(Run.ladder_id == found.id)
            .order_by(Run.number.desc())
            .limit(ROWS)
            .offset((page - 1) * ROWS)
        )
        shapes = [run_shape(session, found, run) for run in rows]
        return RunPage(page=page, pages=pages, total=total, rows=shapes)


@router.get("/ladders/{ladder}/runs/{number}", responses=problems(404))
def one_run(site: Here, ladder: LadderName, number: Number) -> RunShape:
    """One run."""
    with site.database.reading() as session:
        found = ladder_named(session, ladder)
        return run_shape(session, found, run_of(session, found, number))


@router.get("/ladders/{ladder}/runs/{number}/standings", responses=problems(404, 409))
def standings(site: Here, ladder: LadderName, number: Number, page: PageNumber = 1) -> StandingPage:
    """The standings of a complete run, 50 a page."""
    with site.database.reading() as session:
        found = ladder_named(session, ladder)
        return _standings(session, found, complete(run_of(session, found, number)), page)


@router.get("/ladders/{ladder}/runs/{number}/games", responses=problems(404, 409))
def games(site: Here, ladder: LadderName, number: Number, page: PageNumber = 1) -> GamePage:
    """What came of the games of a complete run, 50 a page. The download in JSON lines has their moves."""
    with site.database.reading() as session:
        found = ladder_named(session, ladder)
        run = complete(run_of(session, found, number))
        total = counted(session, select(func.count(Game.id)).where(Game.run_id == run.id))
        pages = pages_of(total, page)
        codes = codes_of(session, run)
        rows = session.scalars(
            select(Game)
            .where(Game.run_id == run.id)
            .options(selectinload(Game.seats))
            .order_by(Game.number)
            .limit(ROWS)
            .offset((page - 1) * ROWS)
        )
        shapes = [game_shape(game, game.seats, codes) for game in rows]
        return GamePage(page=page, pages=pages, total=total, ladder=found.name, run=run.number, rows=shapes)


def codes_of(session: Session, run: Run) -> dict[int, str]:
    """The codes of a run's entrants by their ids."""
    rows = session.execute(
        select(Entrant.id, Entrant.code)
        .join(Entry, Entry.entrant_id == Entrant.id)
        .where(Entry.run_id == run.id)
    )
    return {entrant: code for entrant, code in rows}  # noqa: C416, rows are no tuples for mypy


def _standings(session: Session, ladder: Ladder, run: Run, page: int) -> StandingPage:
    total = counted(session, select(func.count(Entry.place)).where(Entry.run_id == run.id))
    pages = pages_of(total, page)
    rows = session.scalars(entries(run).limit(ROWS).offset((page - 1) * ROWS))
    shapes = [standing(entry) for entry in rows]
    return StandingPage(page=page, pages=pages, total=total, ladder=ladder.name, run=run.number, rows=shapes)


# Players by their code, and head to head.

players_router: APIRouter = api_router(["players"])

RunNumber = Annotated[
    int | None, Query(ge=1, le=MOST, description="The number of a complete run; the last one without it.")
]


@players_router.get("/players/{code}", responses=problems(404))
def player(site: Here, code: Code) -> PlayerShape:
    """One player, with its rows in every complete run."""
    with site.database.reading() as session:
        return player_shape(session, entrant_of(session, code))


@players_router.get("/players/{code}/versus/{against}", responses=problems(404, 409))
def versus(site: Here, code: Code, against: Code, run: RunNumber = None) -> VersusShape:
    """Head to head in a complete run: the mean difference a deal."""
    with site.database.reading() as session:
        one, other = entrant_of(session, code), entrant_of(session, against)
        if one.ladder_id != other.ladder_id:
            raise ProblemError(404, "Never met", f"{code} and {against} are on different ladders.")
        found = complete(run_of(session, one.ladder, run))
        places = {
            entry.entrant_id: entry.place
            for entry in session.scalars(
                select(Entry).where(Entry.run_id == found.id, Entry.entrant_id.in_((one.id, other.id)))
            )
        }
        a, b = places.get(one.id), places.get(other.id)
        pair = None
        if a is not None and b is not None:
            pair = session.get(Pair, (found.id, min(a, b), max(a, b)))
        if a is None or b is None or pair is None:
            raise ProblemError(404, "Never met", f"{code} and {against} never met in run {found.number}.")
        return VersusShape(
            ladder=one.ladder.name,
            run=found.number,
            code=code,
            against=against,
            deals=pair.deals,
            mean=pair.mean if a < b else -pair.mean,
            half_width=pair.half_width,
        )
