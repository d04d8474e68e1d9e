"""What a mark was made with, part by part, so that a difference has a name."""

from __future__ import annotations

import dataclasses
import hashlib
import platform
from collections.abc import Mapping
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

import playfunc
from playfunc_checks.assignment import Assignment

__all__ = ["differences", "settings_told", "versions"]

PARTS = {
    "rules": ("playfunc", ("show/", "compiled/")),
    "opponents": ("playfunc_opponents", ()),
    "checks": ("playfunc_checks", ()),
    "workers": ("playfunc_autograder", ()),
}
"""Each part's package, and what of it moves no mark."""

LIBRARIES = ("numpy", "numba", "msgspec", "cattrs")


@lru_cache(maxsize=1)
def versions() -> Mapping[str, str]:
    """Names and versions of all that marks rest on here; a part of ours is told by a digest of its source."""
    parts = {name: _digest(package, without) for name, (package, without) in PARTS.items()}
    libraries = {name: told for name in LIBRARIES if (told := _version(name))}
    return {
        "playfunc": playfunc.__version__,
        **parts,
        "Python": platform.python_version(),
        **libraries,
        "system": f"{platform.system()} {platform.machine()}",
    }


def _digest(package: str, without: tuple[str, ...]) -> str:
    spec = find_spec(package)
    digest = hashlib.sha256()
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        for path in sorted(Path(folder).rglob("*.py")):
            place = path.relative_to(folder).as_posix()
            if not place.startswith(without):
                digest.update(place.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def settings_told(assignment: Assignment) -> dict[str, str]:
    """The settings that marks rest on, as text by name."""
    fields = (f.name for f in dataclasses.fields(assignment) if f.name != "show_deals_after")
    return {name: str(getattr(assignment, name)) for name in fields}


def differences(then: Mapping[str, str], now: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """What is not as it was: the name with what it was and what it is, "—" where there was nothing."""
    names = dict.fromkeys((*then, *now))
    pairs = {name: (then.get(name, "—"), now.get(name, "—")) for name in names}
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}
