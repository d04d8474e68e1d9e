"""One game, of a complete run or against a house player: who played, its replay, what its moves cost, its record."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.responses import HTMLResponse, Response
from playfunc.codec import decode
from playfunc.errors import PlayfuncError
from playfunc.record import GameRecord, record_text
from playfunc.rules import Seat
from playfunc.show import replay
from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload, undefer

from playfunc_web.access import Viewer, owns
from playfunc_web.database.tables import Entrant, Game, MeetingGame, Version
from playfunc_web.errors import ProblemError, StorageError
from playfunc_web.http.content import apart
from playfunc_web.http.limits import limited
from playfunc_web.http.responses import render
from playfunc_web.http.viewer import Here, Member, Reader
from playfunc_web.ladders.games import (
    game_of,
    neighbour,
    next_unwatched,
    private_logs,
    public,
    read_record,
    shown_record,
    watch,
)
from playfunc_web.ladders.ladders import unit_of
from playfunc_web.pages.reviews import REVIEWS, Reviewed, reviewable
from playfunc_web.site import Site

router = APIRouter(include_in_schema=False)


WAIT_SECONDS = 15.0
"""How long a browser without scripts waits for costs."""

_POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">')


def _opened(session: Session, site: Site, viewer: Viewer, run: int, number: int) -> Game:
    """A game that one may not open answers as one that does not exist."""
    game = game_of(session, viewer, site.settings, run, number)
    if game is None:
        raise HTTPException(404)
    return game


@router.get("/game/{run:int}/{number:int}")
def game_page(request: Request, site: Here, viewer: Reader, run: int, number: int) -> Response:
    with site.database.reading() as session:
        game = _opened(session, site, viewer, run, number)
        own = [seat for seat in game.seats if owns(viewer, seat.entrant.party_id)]
        unwatched = next_unwatched(session, viewer, own[0].entrant, run) if own else None
        context = {
            "game": game,
            "ladder": game.run.ladder,
            "unit": unit_of(game.run.ladder.contest),
            "own": {seat.seat for seat in own},
            "logs": private_logs(session, viewer, game),
            "before": neighbour(session, viewer, site.settings, game, -1),
            "after": neighbour(session, viewer, site.settings, game, 1),
            "unwatched": None if unwatched is None or unwatched.id == game.id else unwatched,
            "link": (site.settings.base_url.rstrip("/") or str(request.base_url).rstrip("/"))
            + request.url.path,
            "reviewable": reviewable(unit_of(game.run.ladder.contest).game),
            **costs_known(_priced(game)),
        }
        answer = render(request, "game.html", context)
    if own:
        _watch(site, viewer, game)
    return answer


def _watch(site: Site, viewer: Viewer, game: Game) -> None:
    """The page is shown also when that cannot be stored."""
    try:
        with site.database.writing() as session:
            watch(session, viewer, game)
    except StorageError:
        pass


@router.get("/game/{run:int}/{number:int}/replay", dependencies=[limited("60/minute", "replay")])
def game_replay(
    request: Request, site: Here, viewer: Reader, run: int, number: int, costs: bool = False
) -> Response:
    """A document of its own, which runs its own script and nothing else. Memories are in it for their owner alone."""
    with site.database.reading() as session:
        game = _opened(session, site, viewer, run, number)
        logs = private_logs(session, viewer, game)
        record = shown_record(game, logs)
        digest = game.record_digest
    own = [log.seat for log in logs]
    return apart(request, lambda: replay_document(record, own, digest if costs else ""))


def replay_document(record: GameRecord, own: Sequence[Seat], digest: str = "") -> Response:
    """The replay, with the costs that were computed for the record of the digest. What the players of one's `own`
    seats remembered is in it."""
    found = REVIEWS.ready(digest) if digest else None
    priced = found.review.costs if found is not None and found.review is not None else ()
    try:
        document = replay(record, seat=own[0] if own else None, costs=priced, owners=own).document()
    except PlayfuncError as error:
        raise ProblemError(
            422, "This game cannot be replayed", f"Its record does not replay with this version: {error}"
        ) from error
    policy = _POLICY.search(document)
    assert policy is not None
    rules = f"sandbox allow-scripts; {policy[1]}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
    return HTMLResponse(document, headers={"content-security-policy": rules})


@router.get("/game/{run:int}/{number:int}/costs", dependencies=[limited("60/minute", "costs")])
def game_costs(
    request: Request,
    site: Here,
    viewer: Reader,
    run: int,
    number: int,
    waited: Annotated[int, Query(ge=0, le=1000)] = 0,
) -> Response:
    with site.database.reading() as session:
        game = _opened(session, site, viewer, run, number)
        asked = _priced(game, waited)
    return costs_answer(request, asked)


def _priced(game: Game, waited: int = 0) -> Priced:
    return Priced(
        f"/game/{game.run_id}/{game.number}",
        game.run.ladder.contest,
        game.number,
        shown_record(game).players,
        read_record(game.record),
        game.record_digest,
        waited,
    )


@dataclass(frozen=True, slots=True)
class Priced:
    """A game whose costs are asked for: its page's `address`, its contest, its `number`, what its players are called,
    and for how many seconds a browser has waited already."""

    address: str
    contest: str
    number: int
    names: Sequence[str]
    record: GameRecord
    digest: str
    waited: int = 0


def costs_answer(request: Request, asked: Priced) -> Response:
    """The part of a page for htmx, and a page for everybody else."""
    partly = "hx-request" in request.headers
    found = REVIEWS.ask(asked.digest, asked.record, 0.2 if partly else WAIT_SECONDS)
    context = _costs_context(asked, found, partly)
    return render(request, "costs_part.html" if partly else "costs.html", context)


def costs_known(asked: Priced) -> dict[str, Any]:
    """What a game's page shows of its costs: those that were computed already."""
    return _costs_context(asked, REVIEWS.ready(asked.digest))


def _costs_context(asked: Priced, found: Reviewed | None, swapped: bool = False) -> dict[str, Any]:
    review = found.review if found is not None else None
    return {
        "address": asked.address,
        "contest": asked.contest,
        "number": asked.number,
        "found": found,
        "swapped": swapped,
        "names": asked.names,
        "waited": asked.waited + 2,
        "players": [
            {"name": name, "total": review.total(seat), "worst": review.worst(seat)}
            for seat, name in enumerate(asked.names)
        ]
        if review is not None
        else [],
    }


@router.get("/game/{run:int}/{number:int}.jsonl", dependencies=[limited("60/minute", "record")])
def game_record(site: Here, viewer: Reader, run: int, number: int) -> Response:
    """The record as it is kept: under opaque ids, without memories."""
    with site.database.reading() as session:
        text = record_text(read_record(_opened(session, site, viewer, run, number).record)) + "\n"
    name = f"game-{run}-{number}.jsonl"
    return Response(
        text,
        media_type="application/x-ndjson",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


# A version's games against house players, which its owner watches before the first official run. Nobody else opens
# them.

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
            **costs_known(_priced_house_game(version, shown)),
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
        asked = _priced_house_game(version, _numbered(games, game), waited)
    return costs_answer(request, asked)


def _priced_house_game(version: Version, game: MeetingGame, waited: int = 0) -> Priced:
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
