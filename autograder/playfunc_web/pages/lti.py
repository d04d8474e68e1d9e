"""Launches by LTI 1.3: the platform begins one, and sends the browser back with who it is."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Annotated

from fastapi import APIRouter, Request
from fastapi import Form as Field
from fastapi.responses import RedirectResponse, Response

from playfunc_web.errors import SiteError
from playfunc_web.http.cookies import cookie, delete_cookie, set_cookie
from playfunc_web.http.limits import LOGINS, limited
from playfunc_web.pages.login import enter
from playfunc_web.site import Site

__all__ = ["STATE_COOKIE", "lti_router"]

STATE_COOKIE = "playfunc_lti"


def lti_router(site: Site) -> APIRouter:
    """The routes; none where the site has no platform. Raises `SiteError` for settings that do not do.

    Both come from another site by their nature: `state` and `nonce` stand for the token of a form.
    """
    router = APIRouter(include_in_schema=False, prefix="/lti", dependencies=[limited(LOGINS, "lti")])
    if not site.settings.lti.issuer:
        return router
    if find_spec("jwt") is None:
        raise SiteError("site.toml has a table lti; first run: pip install 'playfunc[web,lti]'")
    from playfunc_web.accounts.lti import STATE_SECONDS, Platform, account_of_lti

    platform = Platform.of(site.folder)

    @router.api_route("/login", methods=["GET", "POST"])
    async def begin(request: Request) -> Response:
        asked = request.query_params if request.method == "GET" else await request.form()
        address, kept = platform.begin({key: str(value) for key, value in asked.items()})
        response = RedirectResponse(address, 303)
        # The platform posts the launch from its own page.
        set_cookie(response, site, STATE_COOKIE, kept, STATE_SECONDS, samesite="none")
        return response

    @router.post("/launch")
    def launch(
        request: Request,
        state: Annotated[str, Field(max_length=200)] = "",
        id_token: Annotated[str, Field(max_length=20_000)] = "",
    ) -> Response:
        claims = platform.finish(cookie(request, site, STATE_COOKIE), state, id_token)
        with site.database.writing() as session:
            account = account_of_lti(session, claims)
        response = enter(request, site, account, "/")
        delete_cookie(response, site, STATE_COOKIE)
        return response

    return router
