"""Forms are taken from our own pages alone: by where the browser says a request comes from, and by a token that is
bound to the session (or, before a login, to a cookie of its own)."""

from __future__ import annotations

import hashlib
import hmac
from typing import Annotated

from fastapi import Depends, Request

from playfunc_web.errors import ProblemError
from playfunc_web.http.cookies import cookie
from playfunc_web.http.cors import host_of
from playfunc_web.http.viewer import Anyone, site_of

__all__ = ["FIELD", "FORM_COOKIE", "HEADER", "Form", "form_token"]

FIELD = "form_token"
HEADER = "x-form-token"
FORM_COOKIE = "playfunc_form"


def form_token(key: bytes, secret: str) -> str:
    return hmac.new(key, b"form\n" + secret.encode(), hashlib.sha256).hexdigest()


async def _checked(request: Request, viewer: Anyone) -> None:
    _refuse_foreign(request)
    secret = viewer.secret or cookie(request, site_of(request), FORM_COOKIE)
    given = request.headers.get(HEADER, "")
    if not given:
        given = str((await request.form()).get(FIELD, ""))
    if not secret or not hmac.compare_digest(
        given.encode(), form_token(site_of(request).key, secret).encode()
    ):
        raise ProblemError(
            403, "This form is out of date", "Reload the page and send the form again; nothing was changed."
        )


def _refuse_foreign(request: Request) -> None:
    origin = request.headers.get("origin", "")
    place = request.headers.get("sec-fetch-site", "")
    host = request.headers.get("host", "")
    if place in ("cross-site", "same-site") or (origin and host_of(origin) != host):
        raise ProblemError(403, "This form came from another site", "Send it from a page of this site.")


Form = Depends(_checked)
"""Every route that changes something depends on it."""

Checked = Annotated[None, Form]
