"""Pyodide's lock file with exactly the wheels of this site, so that its kernel asks no other site for a package."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Iterable
from email.parser import Parser
from pathlib import Path
from typing import Any

from browser_wheels import LEFT_OUT, Missing, needs_of
from packaging.utils import canonicalize_name, parse_wheel_filename

__all__ = ["locked", "wheel_requires"]


def locked(info: dict[str, Any], wheels: Iterable[Path]) -> dict[str, Any]:
    """The content of `pyodide-lock.json`, for wheels that lie beside it. Raises `Missing` where one of them needs what
    is not there."""
    packages = {entry["name"]: entry for entry in (_entry(path, info["python"]) for path in wheels)}
    for entry in packages.values():
        missing = set(entry["depends"]) - packages.keys()
        if missing:
            raise Missing(f"{entry['name']} needs {', '.join(sorted(missing))}, which the site does not have")
    return {"info": info, "packages": dict(sorted(packages.items()))}


def _entry(path: Path, python: str) -> dict[str, Any]:
    name, version, *_ = parse_wheel_filename(path.name)
    return {
        "name": str(name),
        "version": str(version),
        "file_name": path.name,
        "install_dir": "site",
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        "package_type": "package",
        "imports": sorted(_imports(path)),
        "depends": sorted({*needs_of(wheel_requires(path), python)} - LEFT_OUT - {name}),
        "unvendored_tests": False,
    }


def wheel_requires(path: Path) -> list[str]:
    """The requirements that a wheel's metadata names."""
    with zipfile.ZipFile(path) as wheel:
        [inside] = [name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")]
        told = Parser().parsestr(wheel.read(inside).decode())
    return told.get_all("Requires-Dist") or []


def _imports(path: Path) -> set[str]:
    """The names of the packages and modules at the top of a wheel."""
    with zipfile.ZipFile(path) as wheel:
        tops = {name.split("/")[0] for name in wheel.namelist()}
    return {top.split(".")[0] for top in tops if not top.endswith((".dist-info", ".data", ".pth"))}
