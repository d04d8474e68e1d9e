"""The site's cookies: kept from scripts and from other sites, and with HTTPS from everything that is not HTTPS."""

from __future__ import annotations

from typing import Literal

from fastapi import Request, Response

from playfunc_web.site import Site

__all__ = ["cookie", "delete_cookie", "name_of", "set_cookie"]


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
