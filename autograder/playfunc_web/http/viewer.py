"""Who asks: by cookie, by a token in the Authorization header, or on the content host by a signed address."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Literal

from fastapi import Depends, Request, Response

from playfunc_web.access import ANONYMOUS, Viewer, require_admin, require_login, require_reader, require_staff
from playfunc_web.accounts.sessions import (
    is_use_due,
    note_use,
    viewer_of_account,
    viewer_of_session,
    viewer_of_token,
)
from playfunc_web.errors import ProblemError
from playfunc_web.http.content import is_content_request, reader_of
from playfunc_web.site import Site

# The site's cookies: kept from scripts and from other sites, and with HTTPS from everything that is not HTTPS.


def name_of(site: Site, name: str) -> str:
    """Browsers accept a name with this prefix from the host itself and over HTTPS alone, so that no neighbouring host
    can plant a cookie (RFC 6265bis, section 4.1.3.2)."""
    return f"__Host-{name}" if site.secure else name


def cookie(request: Request, site: Site, name: str) -> str:
    """Its value; empty where the browser sent none."""
    return request.cookies.get(name_of(site, name), "")


def set_cookie(
    response: Response,
    site: Site,
    name: str,
    value: str,
    seconds: int | None = None,
    samesite: Literal["lax", "none"] = "lax",
) -> None:
    """For so many seconds, or until the browser is closed. Browsers take `none` with HTTPS alone."""
    response.set_cookie(
        name_of(site, name),
        value,
        max_age=seconds,
        httponly=True,
        samesite=samesite if site.secure else "lax",
        secure=site.secure,
    )


def delete_cookie(response: Response, site: Site, name: str) -> None:
    response.delete_cookie(name_of(site, name), httponly=True, samesite="lax", secure=site.secure)


COOKIE = "playfunc_session"

FOR_PROGRAMS = ("/api/", "/metrics")
"""Where tokens are taken: one that leaks uploads and reads, and takes no account over."""


def site_of(request: Request) -> Site:
    site: Site = request.app.state.site
    return site


def base_url(request: Request) -> str:
    """The site's address as people type it, without a final slash; as the request names it where no setting does."""
    return (site_of(request).settings.base_url or str(request.base_url)).rstrip("/")


def _viewer(request: Request) -> Viewer:
    site = site_of(request)
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    secret = cookie(request, site, COOKIE)
    if scheme and not request.url.path.startswith(FOR_PROGRAMS):
        raise ProblemError(
            403, "Not with a token", "A token is for the API alone: log in to see or change anything else."
        )
    if token and scheme.lower() == "bearer":
        with site.database.reading() as session:
            viewer = viewer_of_token(session, token)
            due = is_use_due(session, token)
        if due:
            with site.database.writing() as session:
                note_use(session, token)
        request.state.token = True
    elif scheme:
        raise ProblemError(
            401, "Unknown kind of login", "Send a token in the header “Authorization: Bearer TOKEN”."
        )
    elif secret:
        with site.database.reading() as session:
            viewer = viewer_of_session(session, secret)
    elif is_content_request(request):
        with site.database.reading() as session:
            viewer = viewer_of_account(session, reader_of(request))
    else:
        viewer = ANONYMOUS
    request.state.viewer = viewer
    return viewer


# What waits for nothing is a coroutine: FastAPI hands any other function to a thread, which costs more than running it.


async def _site(request: Request) -> Site:
    return site_of(request)


async def _reader(request: Request, viewer: Anyone) -> Viewer:
    require_reader(viewer, site_of(request).settings)
    return viewer


def _needing(require: Callable[[Viewer], None]) -> Callable[..., Awaitable[Viewer]]:
    """A dependency: the viewer, who meets what `require` asks."""

    async def check(viewer: Anyone) -> Viewer:
        require(viewer)
        return viewer

    return check


Here = Annotated[Site, Depends(_site)]
Anyone = Annotated[Viewer, Depends(_viewer)]
"""Anybody, logged in or not."""
Reader = Annotated[Viewer, Depends(_reader)]
"""Somebody who may read pages."""
Member = Annotated[Viewer, Depends(_needing(require_login))]
"""Somebody who is logged in."""
Staff = Annotated[Viewer, Depends(_needing(require_staff))]
Admin = Annotated[Viewer, Depends(_needing(require_admin))]


# Addresses within the site, the only ones that it redirects to of its own accord.


def local_path(address: str) -> str:
    """The address where it is a path of this site, and the home page where it is anything else: a link must not lead
    somebody who logs in to another site. Browsers read a backslash as a slash, and skip tabs and newlines."""
    inside = address.startswith("/") and not address.startswith("//")
    return address if inside and "\\" not in address and address.isprintable() else "/"
