"""The records of each ladder."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from sqlalchemy import select
from sqlalchemy.orm import Session

from playfunc_web.access import Viewer
from playfunc_web.database.tables import Entrant, Ladder, Party
from playfunc_web.http.render import render
from playfunc_web.http.viewer import Here, Reader
from playfunc_web.ladders.ladders import ladders_of
from playfunc_web.ladders.remarkable import Feat, Records, records
from playfunc_web.ladders.results import last_run
from playfunc_web.ladders.units import Unit, unit_of
from playfunc_web.site import Site

__all__ = ["router"]

router = APIRouter(include_in_schema=False)

KEPT = 64

_FOUND: OrderedDict[tuple[str, int], Records] = OrderedDict()
"""Records by database and last complete run: neither changes again."""


@dataclass(frozen=True, slots=True)
class _Line:
    """A record for a reader: its title, who holds it, and what it is in words."""

    title: str
    feat: Feat
    party: Party
    words: str
    against: Party | None = None


@router.get("/records")
def records_page(request: Request, site: Here, viewer: Reader) -> Response:
    with site.database.reading() as session:
        ladders = [(each, _lines(session, site, viewer, each)) for each in ladders_of(session)]
        return render(request, "records.html", {"ladders": [each for each in ladders if each[1]]})


def _lines(session: Session, site: Site, viewer: Viewer, ladder: Ladder) -> list[_Line]:
    run, unit = last_run(session, ladder.id), unit_of(ladder.contest)
    if run is None:
        return []
    key = site.database.url, run.id
    if key not in _FOUND:
        _FOUND[key] = records(session, ladder.id, high=unit.high)
        while len(_FOUND) > KEPT:
            _FOUND.popitem(last=False)
    return _worded(session, viewer, unit, _FOUND[key])


def _worded(session: Session, viewer: Viewer, unit: Unit, found: Records) -> list[_Line]:
    feats: dict[str, tuple[Feat | None, Callable[[float], str]]] = {
        "Longest streak": (
            found.streak,
            lambda value: "on top in one run" if value == 1 else f"on top in {value:.0f} runs in a row",
        ),
        "Best score": (found.best, lambda value: f"{value:.2f} {unit.words}"),
        "Largest upset": (found.upset, lambda value: f"rated {value:.0f} higher, head to head"),
        "Most improved": (
            found.improved,
            lambda value: f"{value:.0f} rating points from one run to the next",
        ),
    }
    codes = [code for feat, _ in feats.values() if feat for code in (feat.code, feat.against) if code]
    parties: dict[str, Any] = dict(
        session.execute(select(Entrant.code, Party).join(Party).where(Entrant.code.in_(codes))).all()
    )
    lines = []
    for title, (feat, words) in feats.items():
        if feat is None:
            continue
        party = parties[feat.code]
        text = words(feat.value).replace("-", "−")
        lines.append(_Line(title, feat, party, text, parties.get(feat.against)))
    return lines
