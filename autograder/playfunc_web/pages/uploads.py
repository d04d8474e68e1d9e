"""Upload a player, and what became of one's own uploads: live while they are checked, with a receipt, and all versions
beside each other."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Request, UploadFile
from fastapi import Form as Field
from fastapi.responses import RedirectResponse, Response
from playfunc_arena.formats import ladder_format
from playfunc_autograder.programs.languages import missing
from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload, selectinload, undefer

from playfunc_web.access import Viewer, owns
from playfunc_web.admission.checks import GATES
from playfunc_web.admission.uploads import (
    accept,
    built_in_games,
    errors_of,
    overall,
    quota,
    refuse_closed,
    standing_of,
)
from playfunc_web.database import now
from playfunc_web.database.tables import Entrant, Ladder, Meeting, Party, Version
from playfunc_web.errors import ProblemError
from playfunc_web.http.content import from_content_host
from playfunc_web.http.limits import limited
from playfunc_web.http.middleware import DOCUMENT_POLICY
from playfunc_web.http.responses import render
from playfunc_web.http.viewer import Here, Member
from playfunc_web.jobs import mean_seconds
from playfunc_web.ladders.ladders import ladders_of
from playfunc_web.ladders.playing import text_digest
from playfunc_web.site import Site

router = APIRouter(include_in_schema=False)


def address_of(entrant: Entrant, version: Version) -> str:
    """Of a version's own page."""
    return f"/status/{entrant.code}/{version.number}"


@router.get("/status")
def status_page(request: Request, site: Here, viewer: Member) -> Response:
    """All versions on all ladders, the newest first."""
    with site.database.reading() as session:
        entrants = session.scalars(
            select(Entrant)
            .where(Entrant.party_id == viewer.party_id)
            .options(
                joinedload(Entrant.ladder),
                joinedload(Entrant.active),
                selectinload(Entrant.versions).selectinload(Version.meetings),
                selectinload(Entrant.versions).joinedload(Version.admission),
            )
        ).all()
        rows = [
            (
                entrant,
                [(version, overall(version)) for version in reversed(entrant.versions)],
                errors_of(session, entrant.active_id),
                getattr(overall(entrant.active), "faults", 0) if entrant.active else 0,
            )
            for entrant in entrants
        ]
    return render(request, "status.html", {"rows": rows})


@router.get("/status/{code}/{number}")
def version_page(
    request: Request, site: Here, viewer: Member, code: str, number: int, again: bool = False
) -> Response:
    context = _context(site, viewer, code, number)
    return render(request, "version.html", {**context, "again": again, "swapped": False})


@router.get("/status/{code}/{number}/live")
def live(request: Request, site: Here, viewer: Member, code: str, number: int, seen: str = "") -> Response:
    """The parts of the page that change; nothing where it looks as when it was `seen`."""
    context = _context(site, viewer, code, number)
    if context["look"] == seen:
        return Response(status_code=204)
    return render(request, "version_live.html", {**context, "swapped": True})


@router.get("/status/{code}/{number}/receipt", dependencies=[limited("60/minute", "receipt")])
def receipt(request: Request, site: Here, viewer: Member, code: str, number: int) -> Response:
    context = _context(site, viewer, code, number)
    with site.database.reading() as session:
        version = _own(session, viewer, code, number, source=True)
        game = ladder_format(version.entrant.ladder.contest).game
    digest = text_digest(version, game)
    return render(request, "receipt.html", {**context, "text_digest": digest})


@router.get("/status/{code}/{number}/position")
def position(request: Request, site: Here, viewer: Member, code: str, number: int) -> Response:
    """The position of the first fault, drawn: a document of its own, which runs nothing."""
    with site.database.reading() as session:
        admission = _own(session, viewer, code, number).admission
        drawn = admission.private.get("position", "") if admission is not None else ""
    if not drawn:
        raise ProblemError(404, "No position", "No position was drawn for this version.")
    head = '<meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>The position</title>'
    html = f'<!doctype html><html lang="en">{head}{drawn}</html>'
    headers = {"content-security-policy": DOCUMENT_POLICY}
    return from_content_host(request, lambda: Response(html, media_type="text/html", headers=headers))


@router.get("/status/{code}/{number}/source")
def source(site: Here, viewer: Member, code: str, number: int) -> Response:
    """One's own file, as it was uploaded."""
    with site.database.reading() as session:
        version = _own(session, viewer, code, number, source=True)
    if version.source is None:
        raise ProblemError(410, "Deleted", "The source of this version was deleted.")
    name = quote(version.filename, safe="")
    return Response(
        version.source,
        media_type="application/octet-stream",
        headers={"content-disposition": f"attachment; filename*=UTF-8''{name}"},
    )


def _context(site: Site, viewer: Viewer, code: str, number: int) -> dict[str, object]:
    with site.database.reading() as session:
        version = _own(session, viewer, code, number)
        before = next((each for each in reversed(version.entrant.versions) if each.number < number), None)
        standing = standing_of(session, version, site.settings.jobs)
        context = {
            "entrant": version.entrant,
            "each": version,
            "admission": version.admission,
            "standing": standing,
            "gates": GATES,
            "address": address_of(version.entrant, version),
            "before": before,
            "compared": [(one, overall(one)) for one in (version, before) if one is not None],
            "meetings": _distinguish(version.meetings),
            "games": built_in_games(session, version.id),
        }
    looks = (version.state, str(standing), len(version.meetings))
    return {**context, "look": hashlib.sha256(repr(looks).encode()).hexdigest()[:12]}


def _distinguish(meetings: Sequence[Meeting]) -> list[Meeting]:
    """The result against each baseline, then against all; the last alone where all baselines sit at every table."""
    ordered = sorted(meetings, key=lambda meeting: (meeting.rating is not None, meeting.rung))
    whole = [meeting for meeting in ordered if not meeting.rung]
    return whole if len({(meeting.mean, meeting.deals) for meeting in ordered}) == 1 else ordered


def _own(session: Session, viewer: Viewer, code: str, number: int, *, source: bool = False) -> Version:
    """Raises `ProblemError` for what belongs to others, in the same words as for what is not there."""
    version = session.scalar(
        select(Version)
        .join(Entrant, Version.entrant_id == Entrant.id)
        .where(Entrant.code == code, Version.number == number)
        .options(
            joinedload(Version.entrant).options(
                joinedload(Entrant.ladder), selectinload(Entrant.versions).selectinload(Version.meetings)
            ),
            joinedload(Version.admission),
            *([undefer(Version.source)] if source else []),
        )
    )
    if version is None or not owns(viewer, version.entrant.party_id):
        raise ProblemError(
            404, "No such version", "You have no version at this address: see your status page."
        )
    return version


# Upload a player: the limits first, then the form. Works without JavaScript.


@router.get("/upload")
def upload_page(request: Request, site: Here, viewer: Member, ladder: str = "") -> Response:
    limits, time = site.settings.limits, now()
    with site.database.reading() as session:
        party = session.get_one(Party, viewer.party_id)
        entered = session.scalars(select(Entrant).where(Entrant.party_id == party.id))
        own = {entrant.ladder_id: entrant for entrant in entered}
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


@router.post("/upload", dependencies=[limited("30/minute", "upload")])
def upload(
    site: Here, viewer: Member, ladder: Annotated[str, Field(max_length=40)], file: UploadFile
) -> Response:
    content = file.file.read(site.settings.limits.upload_bytes + 1)
    arrived = now()
    version = accept(site, viewer, ladder, file.filename or "", content, "page")
    with site.database.reading() as session:
        address = address_of(session.get_one(Entrant, version.entrant_id), version)
    return RedirectResponse(address if version.uploaded >= arrived else f"{address}?again=1", 303)


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
