"""Templates → pages. Every page extends `base.html`; everything in it is escaped."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from playfunc import __version__
from playfunc.statistics import LEAST_DEALS, TOO_FEW_DEALS

from playfunc_web.access import ANONYMOUS, shown_name
from playfunc_web.http.cookies import cookie, set_cookie
from playfunc_web.http.forms import FIELD, FORM_COOKIE, form_token
from playfunc_web.http.viewer import site_of
from playfunc_web.layout.words import fault_words, sentence, with_code, worded

__all__ = ["environment", "render"]


def render(
    request: Request, template: str, context: Mapping[str, Any] | None = None, *, status: int = 200
) -> HTMLResponse:
    """A page. The template also knows `viewer`, `site` (its settings), `path`, `form` (the hidden field of every
    form), `version`, and whether the page is `served` or becomes a file of a ladder without a server, whose `first`
    page has this address."""
    site = site_of(request)
    viewer = getattr(request.state, "viewer", ANONYMOUS)
    kept = cookie(request, site, FORM_COOKIE)
    secret = kept or secrets.token_urlsafe(24)
    token = form_token(site.key, viewer.secret or secret)
    first = getattr(request.app.state, "static", "")
    html = (
        environment(site.settings.timezone)
        .get_template(template)
        .render(
            viewer=viewer,
            site=site.settings,
            path=request.url.path,
            navigation=request.app.state.navigation,
            foot=request.app.state.foot,
            form_field=FIELD,
            form_token=token,
            trouble=request.app.state.trouble.now,
            served=not first,
            first=first,
            version=__version__,
            **(context or {}),
        )
    )
    response = HTMLResponse(html, status)
    if not viewer.secret and not kept:
        set_cookie(response, site, FORM_COOKIE, secret)
    return response


@lru_cache
def environment(timezone: str) -> Environment:
    loader = ChoiceLoader(
        [PackageLoader(f"playfunc_web.{package}") for package in ("layout", "pages", "skullwhist", "marking")]
    )
    made = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    zone = ZoneInfo(timezone)
    made.filters["time"] = lambda seconds: _time(seconds, zone)
    made.filters["iso"] = lambda seconds: datetime.fromtimestamp(seconds, zone).isoformat(timespec="seconds")
    made.filters["number"] = _number
    made.filters["duration"] = duration
    made.filters["shown"] = shown_name
    made.filters["worded"] = worded
    made.filters["sentence"] = sentence
    made.filters["with_code"] = with_code
    made.filters["fault"] = fault_words
    made.filters["plain"] = _plain
    made.tests["too_few"] = lambda deals: deals < LEAST_DEALS
    made.globals.update(too_few_deals=TOO_FEW_DEALS, least_deals=LEAST_DEALS)
    return made


def _time(seconds: float | None, zone: ZoneInfo) -> str:
    """Such as "23 Nov 2026, 14:05"."""
    if seconds is None:
        return "–"
    when = datetime.fromtimestamp(seconds, zone)
    return f"{when.day} {when:%b %Y, %H:%M}"


def _number(value: float | None, digits: int = 2, sign: bool = False) -> str:
    if value is None:
        return "–"
    value = round(value, digits) + 0.0  # so that no zero has a minus
    text = f"{value:{'+' if sign else ''}.{digits}f}"
    return text.replace("-", "−")


def _plain(value: float) -> str:
    """A score of one game, such as "−80" or "0.5"."""
    return f"{value:g}".replace("-", "−")


def duration(seconds: float | None) -> str:
    """Such as "40 s", "3 min" or "1 h 20 min"."""
    if seconds is None:
        return "–"
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"
