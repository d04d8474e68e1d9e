"""For administrators and their machines: metrics, and the audit."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from sqlalchemy import select

from playfunc_web.database.tables import Account
from playfunc_web.errors import ProblemError
from playfunc_web.http.responses import render
from playfunc_web.http.viewer import Admin, Anyone, Here
from playfunc_web.monitoring import Metrics, latest

metrics_router = APIRouter(include_in_schema=False)
router = APIRouter(include_in_schema=False)

LOOPBACK = ("127.0.0.1", "::1")
FORWARDED = ("x-forwarded-for", "forwarded", "x-real-ip")
PAGE = 50


@metrics_router.get("/metrics")
def metrics(request: Request, site: Here, viewer: Anyone) -> Response:
    """For a scraper on this machine, or one with an administrator's token. What a proxy passes on may come from
    anywhere."""
    host = request.client.host if request.client else ""
    local = host in LOOPBACK and not any(name in request.headers for name in FORWARDED)
    if not (local or viewer.admin):
        raise ProblemError(
            403,
            "For this machine alone",
            "Metrics are for a scraper on this machine, or with an administrator's token.",
        )
    kept: Metrics = request.app.state.metrics
    text = kept.text(site, request.app.state.trouble.now)
    return Response(text, media_type="text/plain; version=0.0.4; charset=utf-8")


@router.get("/staff/audit")
def audit_page(
    request: Request, site: Here, viewer: Admin, page: Annotated[int, Query(ge=1, le=100_000)] = 1
) -> Response:
    with site.database.reading() as session:
        rows = latest(session, page, PAGE)
        ids = {row.account_id for row in rows} | {_account_in(row.target) for row in rows}
        found = session.execute(select(Account.id, Account.login).where(Account.id.in_(ids))).all()
    logins = {row.id: row.login for row in found}
    context = {
        "rows": rows[:PAGE],
        "logins": logins,
        "targets": [logins.get(_account_in(row.target), row.target) for row in rows[:PAGE]],
        "page": page,
        "more": len(rows) > PAGE,
    }
    return render(request, "audit.html", context)


def _account_in(target: str) -> int | None:
    """The account that an entry is about. Names stand in no entry, so that they are gone with the account."""
    kind, _, number = target.partition(" ")
    return int(number) if kind == "account" and number.isdecimal() else None
