"""Upload a player: the limits first, then the form. Works without JavaScript."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request, UploadFile
from fastapi import Form as Field
from fastapi.responses import RedirectResponse, Response
from playfunc_autograder.programs.languages import missing
from sqlalchemy import select
from sqlalchemy.orm import Session

from playfunc_web.admission.uploads import accept, quota, refuse_closed
from playfunc_web.database import now
from playfunc_web.database.tables import Entrant, Ladder, Party, Version
from playfunc_web.errors import ProblemError
from playfunc_web.http.forms import Form
from playfunc_web.http.limits import limited
from playfunc_web.http.render import render
from playfunc_web.http.viewer import Here, Member
from playfunc_web.ladders.ladders import ladders_of
from playfunc_web.pages.status import address_of
from playfunc_web.queue.jobs import mean_seconds

__all__ = ["router"]

router = APIRouter(include_in_schema=False)


@router.get("/upload")
def upload_page(request: Request, site: Here, viewer: Member, ladder: str = "") -> Response:
    limits, time = site.settings.limits, now()
    with site.database.reading() as session:
        party = session.get_one(Party, viewer.party_id)
        own = {entrant.ladder_id: entrant for entrant in _entrants(session, party)}
        rows = [
            (each, quota(session, own.get(each.id), limits, time), _closed(each, party, time))
            for each in ladders_of(session)
        ]
        check_seconds = mean_seconds(session, "admission")
        chosen = ladder or _last(session, own)
    known = site.languages.values()
    here = [one for one in known if not missing(one)]
    endings = sorted({".py", ".ipynb", *(ending for one in here for ending in one.endings)})
    context = {
        "rows": rows,
        "chosen": chosen,
        "limits": limits,
        "check_seconds": check_seconds,
        "accepted": ",".join(endings),
        "titles": sorted(one.title for one in here),
        "missing": sorted(one.title for one in known if one not in here),
    }
    return render(request, "upload.html", context)


@router.post("/upload", dependencies=[Form, limited("30/minute", "upload")])
def upload(
    site: Here, viewer: Member, ladder: Annotated[str, Field(max_length=40)], file: UploadFile
) -> Response:
    content = file.file.read(site.settings.limits.upload_bytes + 1)
    arrived = now()
    version = accept(site, viewer, ladder, file.filename or "", content, "page")
    with site.database.reading() as session:
        address = address_of(session.get_one(Entrant, version.entrant_id), version)
    return RedirectResponse(address if version.uploaded >= arrived else f"{address}?again=1", 303)


def _entrants(session: Session, party: Party) -> list[Entrant]:
    return list(session.scalars(select(Entrant).where(Entrant.party_id == party.id)))


def _closed(ladder: Ladder, party: Party, time: float) -> str:
    """Why the ladder takes no upload; empty where it does."""
    try:
        refuse_closed(ladder, party, time)
    except ProblemError as problem:
        return problem.detail
    return ""


def _last(session: Session, own: dict[int, Entrant]) -> str:
    """The ladder of the last upload."""
    ids = {entrant.id: entrant for entrant in own.values()}
    last = session.scalar(
        select(Version.entrant_id)
        .where(Version.entrant_id.in_(ids))
        .order_by(Version.uploaded.desc())
        .limit(1)
    )
    return ids[last].ladder.name if last is not None else ""
