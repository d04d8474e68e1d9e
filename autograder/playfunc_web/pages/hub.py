"""Log in through JupyterHub: there, and back."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from playfunc_web.errors import SiteError
from playfunc_web.http.cookies import cookie, delete_cookie, set_cookie
from playfunc_web.http.limits import LOGINS, limited
from playfunc_web.http.local import local_path
from playfunc_web.http.viewer import Here
from playfunc_web.pages.login import enter
from playfunc_web.site import Site

if TYPE_CHECKING:
    from playfunc_web.accounts.hub import Hub

__all__ = ["STATE_COOKIE", "hub_router"]

STATE_COOKIE = "playfunc_hub"


def hub_router(site: Site, *, newcomers: bool = True) -> APIRouter:
    """The routes; none where the site has no hub. `newcomers` without an account get one. Raises `SiteError` where the
    hub is not told."""
    router = APIRouter(include_in_schema=False, prefix="/hub")
    if not site.settings.hub:
        return router
    if find_spec("jupyterhub") is None:
        raise SiteError("site.toml says hub = true; first run: pip install 'playfunc[web,hub]'")
    from playfunc_web.accounts.hub import STATE_SECONDS, Hub

    hub = Hub.of(site.settings, site.key)

    @router.get("/login", dependencies=[limited(LOGINS, "hub")])
    def begin(next: str = "/") -> Response:  # noqa: A002, the address's word
        address, kept = hub.begin(local_path(next))
        response = RedirectResponse(address, 303)
        set_cookie(response, site, STATE_COOKIE, kept, STATE_SECONDS)
        return response

    @router.get("/callback", dependencies=[limited(LOGINS, "hub")])
    def callback(request: Request, site: Here, code: str = "", state: str = "") -> Response:
        return _entered(hub, request, site, code, state, newcomers)

    return router


def _entered(hub: Hub, request: Request, site: Site, code: str, state: str, newcomers: bool) -> Response:
    from playfunc_web.accounts.hub import account_of_hub

    name, there = hub.finish(cookie(request, site, STATE_COOKIE), code, state)
    with site.database.writing() as session:
        account = account_of_hub(session, name, site.settings, newcomers=newcomers)
    response = enter(request, site, account, there)
    delete_cookie(response, site, STATE_COOKIE)
    return response
