"""Uploads by token, and what became of one's own versions."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, File, Form, UploadFile
from sqlalchemy import func, select
from sqlalchemy.orm import Session, joinedload

from playfunc_web.access import require_owner
from playfunc_web.admission.history import standing_of
from playfunc_web.admission.uploads import accept
from playfunc_web.api.frame import PREFIX, TokenMember, api_router, problems
from playfunc_web.api.reading import ROWS, counted, entrant_of, interval, pages_of
from playfunc_web.api.shapes import (
    Code,
    Finding,
    LadderName,
    Number,
    PageNumber,
    ProvisionalShape,
    Receipt,
    ReceiptPage,
    StatusShape,
)
from playfunc_web.database.tables import Entrant, Meeting, Version
from playfunc_web.errors import ProblemError
from playfunc_web.http.limits import limited
from playfunc_web.http.viewer import Here

router: APIRouter = api_router(["versions"], by_token=True)

Origin = Annotated[
    Literal["command", "workbook"], Form(description="What uploads: a command, or a call in a notebook.")
]


@router.post(
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
        return Receipt(**_receipt(session.get_one(Version, version.id)))


@router.get("/versions", responses=problems(404))
def versions(site: Here, viewer: TokenMember, page: PageNumber = 1) -> ReceiptPage:
    """Receipts of your own versions on all ladders, the newest first, 50 a page."""
    with site.database.reading() as session:
        own = Entrant.party_id == viewer.party_id
        total = counted(session, select(func.count(Version.id)).join(Version.entrant).where(own))
        pages = pages_of(total, page)
        rows = session.scalars(
            select(Version)
            .join(Version.entrant)
            .where(own)
            .options(joinedload(Version.entrant).joinedload(Entrant.ladder))
            .order_by(Version.id.desc())
            .limit(ROWS)
            .offset((page - 1) * ROWS)
        )
        receipts = [Receipt(**_receipt(version)) for version in rows]
        return ReceiptPage(page=page, pages=pages, total=total, rows=receipts)


@router.get("/versions/{code}/{number}", responses=problems(404))
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
    return StatusShape(
        **_receipt(version),
        place=(standing.place or None) if standing is not None else None,
        expected_seconds=standing.seconds if standing is not None else None,
        verdict=admission.verdict if admission is not None else "",
        findings=[
            Finding(check=str(check), verdict=str(verdict), sentence=str(sentence))
            for check, verdict, sentence in (admission.findings if admission is not None else ())
        ],
        provisional=[_provisional(meeting) for meeting in meetings],
        active=entrant.active_id == version.id,
    )


def _provisional(meeting: Meeting) -> ProvisionalShape:
    return ProvisionalShape(
        rung=meeting.rung,
        deals=meeting.deals,
        mean=meeting.mean,
        half_width=meeting.half_width,
        rating=interval(meeting.rating, meeting.low, meeting.high),
    )


def _receipt(version: Version) -> dict[str, Any]:
    code = version.entrant.code
    return {
        "ladder": version.entrant.ladder.name,
        "code": code,
        "number": version.number,
        "digest": version.digest,
        "filename": version.filename,
        "uploaded": version.uploaded,
        "state": version.state,
        "status": f"{PREFIX}/versions/{code}/{version.number}",
    }
