"""Players by their code, and head to head."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from sqlalchemy import select

from playfunc_web.api.frame import api_router, problems
from playfunc_web.api.reading import complete, entrant_of, player_shape, run_of
from playfunc_web.api.shapes import MOST, Code, PlayerShape, VersusShape
from playfunc_web.database.tables import Entry, Pair
from playfunc_web.errors import ProblemError
from playfunc_web.http.viewer import Here

__all__ = ["router"]

router: APIRouter = api_router(["players"])

RunNumber = Annotated[
    int | None, Query(ge=1, le=MOST, description="The number of a complete run; the last one without it.")
]


@router.get("/players/{code}", responses=problems(404))
def player(site: Here, code: Code) -> PlayerShape:
    """One player, with its rows in every complete run."""
    with site.database.reading() as session:
        return player_shape(session, entrant_of(session, code))


@router.get("/players/{code}/versus/{against}", responses=problems(404, 409))
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
