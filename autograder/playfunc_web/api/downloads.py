"""A run to take away: as JSON lines, or as tables in CSV. Written while it is read, a few hundred games at a time, so
that no size of a run fills the memory and no slow reader holds the database.

Private parts are in neither: no memories, no printed text, no tracebacks, no times, no name that others may not see.
Moves are told of games that the reader may open.
"""

from __future__ import annotations

import csv
import io
import json
import zlib
from collections.abc import Callable, Iterator
from typing import Any

from fastapi import APIRouter
from fastapi.responses import Response, StreamingResponse
from playfunc.files import harmless
from pydantic import BaseModel
from sqlalchemy import select
from sqlalchemy.orm import joinedload, selectinload

from playfunc_web.access import Viewer, may_open_game
from playfunc_web.api.frame import api_router, problems
from playfunc_web.api.ladders import codes_of
from playfunc_web.api.shapes import (
    STANDING,
    LadderName,
    Number,
    complete,
    entries,
    game_shape,
    run_of,
    run_shape,
    standing,
)
from playfunc_web.database.tables import Entrant, Game, Ladder, Pair, Run, Seat
from playfunc_web.http.limits import limited
from playfunc_web.http.viewer import Here, Reader
from playfunc_web.ladders.ladders import ladder_named
from playfunc_web.site import Site

router: APIRouter = api_router(["downloads"])

LIMIT = [limited("30/minute", "downloads")]

BATCH = 250
"""Games that are read at once."""

JSON_LINES, CSV = "application/x-ndjson", "text/csv; charset=utf-8"

STANDING_COLUMNS = (
    *("rank", "code", "name", "kind", "language", "version", "digest", "deals", "games", "wins", "ties"),
    *("losses", "faults", "score", "score_low", "score_high", "rating", "rating_low", "rating_high", "moved"),
)
GAME_COLUMNS = ("game", "deal", "seat", "code", "score", "place", "fault")


def _described(media: str, about: str) -> dict[int | str, dict[str, Any]]:
    return {
        200: {"description": about, "content": {media.split(";")[0]: {"schema": {"type": "string"}}}},
        **problems(404, 409, 429),
    }


@router.get(
    "/ladders/{ladder}/runs/{number}/run.jsonl",
    response_class=Response,
    dependencies=LIMIT,
    responses=_described(
        JSON_LINES, "One JSON object a line; `part` says which: run, standing, pair or game."
    ),
)
def run_lines(site: Here, viewer: Reader, ladder: LadderName, number: Number) -> StreamingResponse:
    """A complete run as JSON lines: the run, its standings, head to head, and every game, with the moves of those that
    you may open."""
    found, run = _complete(site, ladder, number)
    return _sent(_lines(site, viewer, found, run), JSON_LINES, f"{found.name}-{run.number}.jsonl")


@router.get(
    "/ladders/{ladder}/runs/{number}/standings.csv",
    response_class=Response,
    dependencies=LIMIT,
    responses=_described(CSV, "One line a player."),
)
def standings_csv(site: Here, ladder: LadderName, number: Number) -> StreamingResponse:
    """The standings of a complete run as CSV."""
    found, run = _complete(site, ladder, number)
    return _sent(_standings(site, run), CSV, f"{found.name}-{run.number}-standings.csv")


@router.get(
    "/ladders/{ladder}/runs/{number}/games.csv",
    response_class=Response,
    dependencies=LIMIT,
    responses=_described(CSV, "One line a seat of every game."),
)
def games_csv(site: Here, ladder: LadderName, number: Number) -> StreamingResponse:
    """What came of every game of a complete run as CSV."""
    found, run = _complete(site, ladder, number)
    return _sent(_games(site, run), CSV, f"{found.name}-{run.number}-games.csv")


def _complete(site: Site, ladder: str, number: int) -> tuple[Ladder, Run]:
    with site.database.reading() as session:
        found = ladder_named(session, ladder)
        return found, complete(run_of(session, found, number))


def _sent(parts: Iterator[str], media: str, name: str) -> StreamingResponse:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return StreamingResponse(parts, media_type=media, headers=headers)


def _lines(site: Site, viewer: Viewer, ladder: Ladder, run: Run) -> Iterator[str]:
    with site.database.reading() as session:
        head = [_line("run", run_shape(session, ladder, run))]
        rows = session.scalars(entries(run).options(*STANDING)).all()
        head += [_line("standing", standing(entry)) for entry in rows]
        codes = {entry.place: entry.entrant.code for entry in rows}
        pairs = session.scalars(select(Pair).where(Pair.run_id == run.id).order_by(Pair.a, Pair.b)).all()
    yield "".join(head)
    for begin in range(0, len(pairs), BATCH):
        yield "".join(_pair_line(pair, codes) for pair in pairs[begin : begin + BATCH])
    with site.database.reading() as session:
        by_entrant = codes_of(session, run)
    yield from _batches(
        site, run, lambda games: "".join(_game_line(viewer, site, ladder, one, by_entrant) for one in games)
    )


def _line(part: str, shape: BaseModel) -> str:
    return json.dumps({"part": part, **shape.model_dump()}, ensure_ascii=False) + "\n"


def _pair_line(pair: Pair, codes: dict[int, str]) -> str:
    told = {"part": "pair", "code": codes[pair.a], "against": codes[pair.b], "deals": pair.deals}
    return json.dumps({**told, "mean": pair.mean, "half_width": pair.half_width}) + "\n"


def _game_line(viewer: Viewer, site: Site, ladder: Ladder, game: Game, codes: dict[int, str]) -> str:
    told: dict[str, Any] = {"part": "game", **game_shape(game, game.seats, codes).model_dump()}
    if may_open_game(viewer, game, ladder, site.settings):
        told["record"] = public_record(game.record.blob, [codes[seat.entrant_id] for seat in game.seats])
    return json.dumps(told, ensure_ascii=False) + "\n"


def public_record(blob: bytes, codes: list[str]) -> dict[str, Any]:
    """A stored record as everybody may read it. Records are stored without private parts; they are left out here once
    more, because nobody can take back what was downloaded."""
    record: dict[str, Any] = json.loads(zlib.decompress(blob))
    record["players"] = codes
    record.pop("memories", None)
    record["moves"] = [
        {key: value for key, value in move.items() if key in ("seat", "move")} for move in record["moves"]
    ]
    record["faults"] = [
        {key: value for key, value in fault.items() if key in ("seat", "at", "policy", "error")}
        for fault in record.get("faults", ())
    ]
    return record


def _batches(site: Site, run: Run, written: Callable[[list[Game]], str]) -> Iterator[str]:
    """The games of a run as text, each batch in a session of its own, which is closed before anything is sent: else a
    few readers who stop reading would hold every connection."""
    whose = selectinload(Game.seats).joinedload(Seat.entrant).joinedload(Entrant.party)
    wanted = select(Game).where(Game.run_id == run.id).options(whose, joinedload(Game.record))
    last = 0
    while True:
        with site.database.reading() as session:
            batch = wanted.where(Game.number > last).order_by(Game.number).limit(BATCH)
            games = list(session.scalars(batch))
            if not games:
                return
            last = games[-1].number
            text = written(games)
        yield text


def _standings(site: Site, run: Run) -> Iterator[str]:
    with site.database.reading() as session:
        rows = [standing(entry) for entry in session.scalars(entries(run).options(*STANDING))]
    yield _csv([STANDING_COLUMNS])
    for begin in range(0, len(rows), BATCH):
        yield _csv([_columns(row.model_dump()) for row in rows[begin : begin + BATCH]])


def _columns(row: dict[str, Any]) -> tuple[Any, ...]:
    for key in ("score", "rating"):
        found = row[key] or {}
        row |= {key: found.get("value"), f"{key}_low": found.get("low"), f"{key}_high": found.get("high")}
    return tuple(
        harmless(value) if isinstance(value, str) else value for value in map(row.get, STANDING_COLUMNS)
    )


def _games(site: Site, run: Run) -> Iterator[str]:
    yield _csv([GAME_COLUMNS])
    with site.database.reading() as session:
        codes = codes_of(session, run)
    yield from _batches(
        site, run, lambda games: _csv([row for game in games for row in _game_rows(game, codes)])
    )


def _game_rows(game: Game, codes: dict[int, str]) -> Iterator[tuple[Any, ...]]:
    for seat in game.seats:
        code = codes[seat.entrant_id]
        yield game.number, game.deal, seat.seat, code, seat.score, seat.place, harmless(seat.fault)


def _csv(rows: list[Any]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
