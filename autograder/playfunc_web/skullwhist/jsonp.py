"""The API for scripts in browsers, by GET: `/api/jsonp/?method=status&callback=f&session=…` → `f({…});`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from playfunc_arena.whist.live import RefusedError

__all__ = ["callback_of", "method_of", "script"]

IDENTIFIER = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]{0,99}", re.ASCII)

WITHHELD = ("old-game", "jsonp")


def callback_of(fields: Mapping[str, Any]) -> str:
    """Raises `RefusedError` for a callback that is missing, or more than the name of a function."""
    name = fields.get("callback", "")
    if not name:
        raise RefusedError("The key callback is missing: name the function that gets the answer.")
    if not IDENTIFIER.fullmatch(name):
        raise RefusedError(
            "callback must be a plain identifier: up to 100 letters, digits, _ and $, not beginning with a digit."
        )
    return str(name)


def method_of(fields: Mapping[str, Any]) -> str:
    """Raises `RefusedError`."""
    name = fields.get("method", "")
    if not name:
        raise RefusedError("The key method is missing: name the method to call.")
    if name in WITHHELD:
        raise RefusedError(f"The method {name} is not offered by jsonp.")
    return str(name)


def script(callback: str, answer: bytes) -> bytes:
    return b"%s(%s);" % (callback.encode("ascii"), answer)
