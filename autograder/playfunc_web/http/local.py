"""Addresses within the site, the only ones that it redirects to of its own accord."""

from __future__ import annotations

__all__ = ["local_path"]


def local_path(address: str) -> str:
    """The address where it is a path of this site, and the home page where it is anything else: a link must not lead
    somebody who logs in to another site. Browsers read a backslash as a slash, and skip tabs and newlines."""
    inside = address.startswith("/") and not address.startswith("//")
    return address if inside and "\\" not in address and address.isprintable() else "/"
