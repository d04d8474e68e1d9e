"""Two versions of one's own entrant, side by side. Nobody else opens this page: it shows the source."""

from __future__ import annotations

import difflib
from dataclasses import dataclass

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response
from playfunc_checks.cells import text_of
from playfunc_checks.extract import ExtractError, decoded, parse_notebook
from sqlalchemy.orm import Session

from playfunc_web.access import owns
from playfunc_web.database.tables import Meeting, Version
from playfunc_web.http.limits import limited
from playfunc_web.http.render import render
from playfunc_web.http.viewer import Here, Member
from playfunc_web.ladders.players import Played, entrant_of_code, history, version_of
from playfunc_web.ladders.units import unit_of

__all__ = ["Line", "changed_lines", "router", "source_text"]

router = APIRouter(include_in_schema=False)

MOST_LINES = 2000
COMPARED = 4000
"""Lines of a source that are compared: the time grows with their square, and repeated lines make it half a second."""
LONGEST_LINE = 400


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the difference: `kind` is added, removed, same or place."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Side:
    """A version with the last run that it played, and its provisional results by rung."""

    version: Version
    played: Played | None
    meetings: dict[str, Meeting]


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
        old, new = (source_text(side.version) for side in sides)
        context = {
            "entrant": entrant,
            "ladder": entrant.ladder,
            "unit": unit_of(entrant.ladder.contest),
            "sides": sides,
            "rungs": sorted({rung for side in sides for rung in side.meetings if rung}),
            "gone": old is None or new is None,
            "lines": changed_lines(old or "", new or ""),
        }
        return render(request, "compare.html", context)


def _side(session: Session, version: Version) -> Side:
    runs = [each for each in history(session, version.entrant_id) if each.entry.version_id == version.id]
    return Side(version, runs[-1] if runs else None, {each.rung: each for each in version.meetings})


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


def changed_lines(old: str, new: str) -> list[Line]:
    """What changed, with three lines around each change."""
    kinds = {"+": "added", "-": "removed", "@": "place"}
    found = difflib.unified_diff(old.splitlines()[:COMPARED], new.splitlines()[:COMPARED], lineterm="", n=3)
    lines = [
        Line(kinds.get(line[:1], "same"), line if len(line) <= LONGEST_LINE else line[:LONGEST_LINE] + "…")
        for line in list(found)[2:]
    ]
    return lines[:MOST_LINES]
