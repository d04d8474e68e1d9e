"""Addresses of hosts in the settings, and which of them browsers keep apart."""

from __future__ import annotations

from urllib.parse import urlsplit

from playfunc_web.errors import SiteError

__all__ = ["host_at", "is_address", "origin_of", "require_apart"]

_PORTS = {"http": ":80", "https": ":443"}


def is_address(text: str) -> bool:
    """Whether it has a scheme, a host and no path."""
    parts = urlsplit(text)
    return parts.scheme in _PORTS and bool(parts.hostname) and parts.path in ("", "/")


def origin_of(address: str) -> str:
    """Scheme, host and port as browsers compare them (RFC 6454), such as "https://ladder.example.edu"; empty for an
    empty address."""
    parts = urlsplit(address)
    host = parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{host_at(parts.scheme, host)}" if host else ""


def host_at(scheme: str, host: str) -> str:
    """A Host header in one spelling: in lower case, without the port that the scheme implies or a final dot."""
    return host.lower().removesuffix(_PORTS[scheme]).removesuffix(".")


def require_apart(base_url: str, content_url: str) -> None:
    """Raise `SiteError` where documents at `content_url` would not be apart from pages at `base_url`, or could not be
    framed by these."""
    if not content_url:
        return
    if not base_url:
        raise SiteError("site.toml sets content_url: set base_url too, the address that people type")
    if urlsplit(content_url).scheme != urlsplit(base_url).scheme:
        raise SiteError(f"content_url is {content_url}: it must begin as base_url does, {base_url}")
    if origin_of(content_url) == origin_of(base_url):
        raise SiteError(
            f"content_url is the site's own address, {base_url}: name another host or port, such as "
            "https://content.example.edu"
        )
