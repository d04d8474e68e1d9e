"""Who asks: by cookie, by a token in the Authorization header, or on the content host by a signed address."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from playfunc_web.access import ANONYMOUS, Viewer, require_admin, require_login, require_reader, require_staff
from playfunc_web.accounts.sessions import (
    is_use_due,
    note_use,
    viewer_of_account,
    viewer_of_session,
    viewer_of_token,
)
from playfunc_web.errors import ProblemError
from playfunc_web.http.content import is_apart, reader_of
from playfunc_web.http.cookies import cookie
from playfunc_web.site import Site

__all__ = ["COOKIE", "Admin", "Anyone", "Here", "Member", "Reader", "Staff", "site_of"]

COOKIE = "playfunc_session"

FOR_PROGRAMS = ("/api/", "/metrics")
"""Where tokens are taken: one that leaks uploads and reads, and takes no account over."""


def site_of(request: Request) -> Site:
    site: Site = request.app.state.site
    return site


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
    elif is_apart(request):
        with site.database.reading() as session:
            viewer = viewer_of_account(session, reader_of(request))
    else:
        viewer = ANONYMOUS
    request.state.viewer = viewer
    return viewer


def _reader(request: Request, viewer: Anyone) -> Viewer:
    require_reader(viewer, site_of(request).settings)
    return viewer


def _member(viewer: Anyone) -> Viewer:
    require_login(viewer)
    return viewer


def _staff(viewer: Anyone) -> Viewer:
    require_staff(viewer)
    return viewer


def _admin(viewer: Anyone) -> Viewer:
    require_admin(viewer)
    return viewer


Here = Annotated[Site, Depends(site_of)]
Anyone = Annotated[Viewer, Depends(_viewer)]
"""Anybody, logged in or not."""
Reader = Annotated[Viewer, Depends(_reader)]
"""Somebody who may read pages."""
Member = Annotated[Viewer, Depends(_member)]
"""Somebody who is logged in."""
Staff = Annotated[Viewer, Depends(_staff)]
Admin = Annotated[Viewer, Depends(_admin)]
