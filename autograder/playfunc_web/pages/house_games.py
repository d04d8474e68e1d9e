"""A version's games against house players, which its owner watches before the first official run. Nobody else opens
them."""

from __future__ import annotations

import hashlib
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from playfunc.codec import decode
from playfunc.record import GameRecord, record_text
from playfunc.rules import Seat
from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload, undefer

from playfunc_web.access import Viewer, owns
from playfunc_web.database.tables import Entrant, MeetingGame, Version
from playfunc_web.errors import ProblemError
from playfunc_web.http.content import apart
from playfunc_web.http.limits import limited
from playfunc_web.http.render import render
from playfunc_web.http.viewer import Here, Member
from playfunc_web.ladders.records import public
from playfunc_web.ladders.units import unit_of
from playfunc_web.pages.game import Priced, costs_answer, costs_known, replay_document
from playfunc_web.pages.reviews import reviewable

__all__ = ["router"]

router = APIRouter(include_in_schema=False)

GAME = "/status/{code}/{number}/games/{game:int}"


@router.get(GAME)
def house_game_page(
    request: Request, site: Here, viewer: Member, code: str, number: int, game: int
) -> Response:
    with site.database.reading() as session:
        version, games = _games(session, viewer, code, number)
        shown = _numbered(games, game)
        record = _record(shown)
        unit = unit_of(version.entrant.ladder.contest)
        context = {
            "entrant": version.entrant,
            "each": version,
            "game": shown,
            "games": len(games),
            "seats": list(zip(record.players, record.scores or (), strict=False)),
            "traceback": _told(record, shown.seat),
            "unit": unit,
            "reviewable": reviewable(unit.game),
            **costs_known(_priced(version, shown)),
        }
        return render(request, "house_game.html", context)


@router.get(f"{GAME}/replay")
def house_game_replay(
    request: Request, site: Here, viewer: Member, code: str, number: int, game: int, costs: bool = False
) -> Response:
    with site.database.reading() as session:
        shown = _numbered(_games(session, viewer, code, number)[1], game)
        record = _record(shown)
    digest = _digest(record) if costs else ""
    return apart(request, lambda: replay_document(record, [shown.seat], digest))


@router.get(f"{GAME}/costs", dependencies=[limited("60/minute", "costs")])
def house_game_costs(
    request: Request,
    site: Here,
    viewer: Member,
    code: str,
    number: int,
    game: int,
    waited: Annotated[int, Query(ge=0, le=1000)] = 0,
) -> Response:
    with site.database.reading() as session:
        version, games = _games(session, viewer, code, number)
        asked = _priced(version, _numbered(games, game), waited)
    return costs_answer(request, asked)


def _priced(version: Version, game: MeetingGame, waited: int = 0) -> Priced:
    record, entrant = _record(game), version.entrant
    address = f"/status/{entrant.code}/{version.number}/games/{game.number}"
    contest = entrant.ladder.contest
    return Priced(address, contest, game.number, record.players, public(record), _digest(record), waited)


@router.get(f"{GAME}.jsonl")
def house_game_record(site: Here, viewer: Member, code: str, number: int, game: int) -> Response:
    """One line of JSON for `playfunc review`, with one's own memories."""
    with site.database.reading() as session:
        text = _numbered(_games(session, viewer, code, number)[1], game).record
    return Response(
        text + "\n",
        media_type="application/x-ndjson",
        headers={"content-disposition": f'attachment; filename="house-game-{number}-{game}.jsonl"'},
    )


def _games(session: Session, viewer: Viewer, code: str, number: int) -> tuple[Version, list[MeetingGame]]:
    """The version and its games. What belongs to others does not exist."""
    version = session.scalar(
        select(Version)
        .join(Entrant, Version.entrant_id == Entrant.id)
        .where(Entrant.code == code, Version.number == number)
        .options(joinedload(Version.entrant).joinedload(Entrant.ladder))
    )
    if version is None or not owns(viewer, version.entrant.party_id):
        raise _unknown()
    games = session.scalars(
        select(MeetingGame)
        .where(MeetingGame.version_id == version.id)
        .options(undefer(MeetingGame.record))
        .order_by(MeetingGame.number)
    )
    return version, list(games)


def _numbered(games: list[MeetingGame], number: int) -> MeetingGame:
    found = next((game for game in games if game.number == number), None)
    if found is None:
        raise _unknown()
    return found


def _unknown() -> ProblemError:
    return ProblemError(
        404, "No such game", "No game of yours is kept at this address: see your status page."
    )


def _record(game: MeetingGame) -> GameRecord:
    record: GameRecord = decode(game.record, GameRecord)
    return record


def _told(record: GameRecord, seat: Seat) -> str:
    """What the player's first fault said, and its traceback."""
    found = next((fault for fault in record.faults if fault.seat == seat), None)
    return "" if found is None else f"{found.error}: {found.reason}\n{found.detail}".strip()


def _digest(record: GameRecord) -> str:
    return hashlib.sha256(record_text(public(record)).encode()).hexdigest()
