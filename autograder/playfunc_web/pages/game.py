"""One game: who played, its replay, what its moves cost, and its record to download."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.responses import HTMLResponse, Response
from playfunc.errors import PlayfuncError
from playfunc.record import GameRecord, record_text
from playfunc.rules import Seat
from playfunc.show import replay
from sqlalchemy.orm import Session

from playfunc_web.access import Viewer, owns
from playfunc_web.database.tables import Game
from playfunc_web.errors import ProblemError, StorageError
from playfunc_web.http.content import apart
from playfunc_web.http.limits import limited
from playfunc_web.http.render import render
from playfunc_web.http.viewer import Here, Reader
from playfunc_web.ladders.games import (
    game_of,
    neighbour,
    next_unwatched,
    private_logs,
    shown_record,
    watch,
)
from playfunc_web.ladders.records import read_record
from playfunc_web.ladders.units import unit_of
from playfunc_web.pages.reviews import REVIEWS, Reviewed, reviewable
from playfunc_web.site import Site

__all__ = ["Priced", "costs_answer", "costs_known", "replay_document", "router"]

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
