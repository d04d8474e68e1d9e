"""Ladders, their runs, standings and games; players, and two of them head to head."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, File, Form, Query, UploadFile
from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload, selectinload

from playfunc_web.access import require_owner
from playfunc_web.admission.uploads import accept, standing_of
from playfunc_web.api.frame import PREFIX, TokenMember, api_router, problems
from playfunc_web.api.shapes import (
    MOST,
    STANDING,
    Code,
    Finding,
    GamePage,
    LadderName,
    LadderShape,
    Number,
    PageNumber,
    PlayerShape,
    ProvisionalShape,
    Receipt,
    ReceiptPage,
    RunPage,
    RunShape,
    StandingPage,
    StatusShape,
    VersusShape,
    complete,
    entrant_of,
    entries,
    game_shape,
    interval,
    ladder_shape,
    page_of,
    player_shape,
    run_of,
    run_shape,
    standing,
)
from playfunc_web.database.tables import Entrant, Entry, Game, Ladder, Meeting, Pair, Run, Version
from playfunc_web.errors import ProblemError
from playfunc_web.http.limits import limited
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
        query = select(Run).where(Run.ladder_id == found.id).order_by(Run.number.desc())
        paged, rows = page_of(session, query, page)
        return RunPage(**paged, rows=[run_shape(session, found, run) for run in rows])


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
        query = select(Game).where(Game.run_id == run.id).order_by(Game.number)
        paged, rows = page_of(session, query, page, selectinload(Game.seats))
        codes = codes_of(session, run)
        shapes = [game_shape(game, game.seats, codes) for game in rows]
        return GamePage(**paged, ladder=found.name, run=run.number, rows=shapes)


def codes_of(session: Session, run: Run) -> dict[int, str]:
    """The codes of a run's entrants by their ids."""
    rows = session.execute(
        select(Entrant.id, Entrant.code)
        .join(Entry, Entry.entrant_id == Entrant.id)
        .where(Entry.run_id == run.id)
    )
    return {entrant: code for entrant, code in rows}  # noqa: C416, rows are no tuples for mypy


def _standings(session: Session, ladder: Ladder, run: Run, page: int) -> StandingPage:
    paged, rows = page_of(session, entries(run), page, *STANDING)
    return StandingPage(**paged, ladder=ladder.name, run=run.number, rows=[standing(entry) for entry in rows])


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
        met = (Entry.run_id == found.id, Entry.entrant_id.in_((one.id, other.id)))
        places = {entry.entrant_id: entry.place for entry in session.scalars(select(Entry).where(*met))}
        a, b = places.get(one.id), places.get(other.id)
        pair = None if a is None or b is None else session.get(Pair, (found.id, min(a, b), max(a, b)))
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


# Uploads by token, and what became of one's own versions.


versions_router: APIRouter = api_router(["versions"], by_token=True)

Origin = Annotated[
    Literal["command", "workbook"], Form(description="What uploads: a command, or a call in a notebook.")
]


@versions_router.post(
    "/ladders/{ladder}/versions",
    status_code=201,
    responses=problems(400, 404, 409, 413, 415, 429),
    dependencies=[limited("60/minute", "upload")],
)
def upload(
    site: Here,
    viewer: TokenMember,
    ladder: LadderName,
    file: Annotated[
        UploadFile, File(description="A .py file, a notebook, or a program's source, as one file.")
    ],
    origin: Origin = "command",
) -> Receipt:
    """Upload a version of your player. The answer is its receipt: it is not lost any more, and is checked in turn."""
    version = accept(site, viewer, ladder, file.filename or "", file.file.read(), origin)
    with site.database.reading() as session:
        return _receipt(session.get_one(Version, version.id))


@versions_router.get("/versions", responses=problems(404))
def versions(site: Here, viewer: TokenMember, page: PageNumber = 1) -> ReceiptPage:
    """Receipts of your own versions on all ladders, the newest first, 50 a page."""
    with site.database.reading() as session:
        query = select(Version).join(Version.entrant).where(Entrant.party_id == viewer.party_id)
        whose = joinedload(Version.entrant).joinedload(Entrant.ladder)
        paged, rows = page_of(session, query.order_by(Version.id.desc()), page, whose)
        return ReceiptPage(**paged, rows=[_receipt(version) for version in rows])


@versions_router.get("/versions/{code}/{number}", responses=problems(404))
def status(site: Here, viewer: TokenMember, code: Code, number: Number) -> StatusShape:
    """Receipt and status of a version of your own: its place in the queue, its verdict, its provisional rating."""
    with site.database.reading() as session:
        entrant = entrant_of(session, code)
        require_owner(viewer, entrant.party_id)
        version = session.scalar(
            select(Version)
            .where(Version.entrant_id == entrant.id, Version.number == number)
            .options(joinedload(Version.admission))
        )
        if version is None:
            raise ProblemError(404, "No such version", "Among your versions there is none at this address.")
        return _status(session, entrant, version, site.settings.jobs)


def _status(session: Session, entrant: Entrant, version: Version, workers: int) -> StatusShape:
    waits = version.state in ("queued", "checking")
    standing = standing_of(session, version, workers) if waits else None
    admission = version.admission
    meetings = session.scalars(
        select(Meeting).where(Meeting.version_id == version.id).order_by(Meeting.rung != "", Meeting.rung)
    )
    return StatusShape.of(
        version,
        **_of_entrant(version),
        place=(standing.place or None) if standing is not None else None,
        expected_seconds=standing.seconds if standing is not None else None,
        verdict=admission.verdict if admission is not None else "",
        findings=[
            Finding(check=str(check), verdict=str(verdict), sentence=str(sentence))
            for check, verdict, sentence in (admission.findings if admission is not None else ())
        ],
        provisional=[
            ProvisionalShape.of(meeting, rating=interval(meeting.rating, meeting.low, meeting.high))
            for meeting in meetings
        ],
        active=entrant.active_id == version.id,
    )


def _receipt(version: Version) -> Receipt:
    return Receipt.of(version, **_of_entrant(version))


def _of_entrant(version: Version) -> dict[str, str]:
    """What a receipt tells of a version's entrant."""
    code = version.entrant.code
    return {
        "ladder": version.entrant.ladder.name,
        "code": code,
        "status": f"{PREFIX}/versions/{code}/{version.number}",
    }
