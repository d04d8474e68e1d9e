"""Names of what is loaded later: "module:object", or "module" alone, as in a package's entry points.

A game's value names its pictures, its series and its compiled rules in this way, so that a process that only
plays never imports them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from importlib import import_module
from typing import Any

__all__ = ["lazily", "resolve", "top_package"]


def resolve(reference: str) -> Any:
    """The object that "module:object" names, or the module. Raises `ImportError` or `AttributeError`."""
    module, _, path = reference.partition(":")
    return reduce(getattr, path.split("."), import_module(module)) if path else import_module(module)


def top_package(reference: str) -> str:
    """The package that everything in `reference` comes from: "kuhn" for "kuhn.rules:GAME"."""
    return reference.partition(":")[0].partition(".")[0]


def lazily(package: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """A `__getattr__` for `package` (PEP 562), which imports a name from its module on first use: `homes` gives the
    module of each name. A player's worker needs one game and no match runner, and a class of 200 starts many hundred
    workers."""

    def attribute(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(homes[name]), name)

    return attribute
