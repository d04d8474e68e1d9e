"""The application: routers and a site in, FastAPI out; and what administrators and their machines ask of every site."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from fastapi import APIRouter, FastAPI, Query, Request
from fastapi.responses import JSONResponse, Response
from playfunc import __version__
from sqlalchemy import select
from starlette.staticfiles import StaticFiles
from starlette.types import Lifespan
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from playfunc_web.access import Viewer
from playfunc_web.database.tables import Account
from playfunc_web.errors import ProblemError
from playfunc_web.http.content import Content, ContentHost
from playfunc_web.http.limits import AddressLimit, BodyLimit, CrossOrigin, LoginThrottle
from playfunc_web.http.middleware import Headers, HeadRequests, Measured
from playfunc_web.http.responses import add_problems, render
from playfunc_web.http.viewer import Admin, Anyone, Here
from playfunc_web.monitoring import Metrics, Trouble, latest
from playfunc_web.site import Site

STATIC = Path(__file__).parent.parent / "layout" / "static"
WEEK = "public, max-age=604800"


class Place(NamedTuple):
    """An entry of the navigation that stands on every page."""

    address: str
    title: str
    audience: Literal["anyone", "readers", "members", "staff", "admins"] = "anyone"
    """Whom it is shown to: readers are members, and where the course publishes the site, anyone."""

    def shown_to(self, viewer: Viewer, public: bool) -> bool:
        return {
            "anyone": True,
            "readers": viewer.known or public,
            "members": viewer.known,
            "staff": viewer.staff,
            "admins": viewer.admin,
        }[self.audience]


LADDER = (
    Place("/ladders", "Ladders", "readers"),
    Place("/upload", "Upload", "members"),
    Place("/status", "Your uploads", "members"),
    Place("/runs", "Runs", "readers"),
    Place("/records", "Records", "readers"),
    Place("/docs", "Docs"),
    Place("/staff", "Staff", "staff"),
)


class Foot(NamedTuple):
    """What stands at the end of every page, and above it while nothing can be stored."""

    motto: str
    places: tuple[Place, ...]
    trouble: str


LADDER_FOOT = Foot(
    "Ranks here never affect marks.",
    (
        Place("/news", "News", "readers"),
        Place("/contact", "Contact"),
        Place("/privacy", "Privacy"),
        Place("/accessibility", "Accessibility"),
        Place("/api", "API", "readers"),
    ),
    "Uploads are not accepted at the moment: the database cannot store them. Nothing that was acknowledged is lost.",
)


def create_app(
    site: Site,
    routers: Sequence[APIRouter],
    navigation: Sequence[Place] = LADDER,
    foot: Foot = LADDER_FOOT,
    lifespan: Lifespan[FastAPI] | None = None,
) -> FastAPI:
    """The site's application. Its OpenAPI description lists `/api/v1` alone. `lifespan` runs as long as the server."""
    app = FastAPI(
        title=site.settings.title,
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
        lifespan=lifespan,
        redirect_slashes=False,  # it would redirect to whatever host the request names
    )
    app.state.site = site
    app.state.navigation = navigation
    app.state.foot = foot
    app.state.trouble = Trouble(site.folder.path)
    app.state.metrics = Metrics()
    app.state.throttle = LoginThrottle()
    app.state.content = content = Content.of(site)
    add_problems(app)
    for router in routers:
        # Their routes as they are: `include_router` makes each anew for every application, while its first requests
        # wait, a sixth of a second for a ladder's.
        app.router.routes.extend(router.routes)
    app.add_api_route("/healthz", _health, include_in_schema=False)
    app.add_api_route("/metrics", _metrics, include_in_schema=False)
    app.mount("/static", _Static(directory=STATIC))
    # The last one is the outermost.
    app.add_middleware(AddressLimit)
    app.add_middleware(BodyLimit, limit=site.settings.limits.upload_bytes)
    app.add_middleware(HeadRequests)
    app.add_middleware(CrossOrigin, base_url=site.settings.base_url)
    if content is not None:
        app.add_middleware(ContentHost, content=content)
    app.add_middleware(Headers, framed=content.origin if content is not None else "")
    app.add_middleware(Measured, metrics=app.state.metrics)
    if site.settings.base_url:
        app.add_middleware(ProxyHeadersMiddleware, trusted_hosts=list(site.settings.proxies))
    return app


def _health(request: Request) -> JSONResponse:
    site: Site = request.app.state.site
    ready = site.database.healthy() and not request.app.state.trouble.full
    return JSONResponse({"status": "ok" if ready else "storage unavailable"}, 200 if ready else 503)


class _Static(StaticFiles):
    def file_response(self, *arguments: object, **named: object) -> Response:
        response = super().file_response(*arguments, **named)  # type: ignore[arg-type]
        response.headers["cache-control"] = WEEK
        return response


# For administrators and their machines: metrics, and the audit.

LOOPBACK = ("127.0.0.1", "::1")
FORWARDED = ("x-forwarded-for", "forwarded", "x-real-ip")
PAGE = 50

audit_router = APIRouter(include_in_schema=False)
"""For sites whose administrators do anything."""


def _metrics(request: Request, site: Here, viewer: Anyone) -> Response:
    """For a scraper on this machine, not behind a proxy, or one with an administrator's token."""
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


@audit_router.get("/staff/audit")
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
