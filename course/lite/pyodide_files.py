"""Pyodide from npm: CPython as WebAssembly, without the packages that its makers build, and with a lock file of exactly
the wheels of this site, so that its kernel asks no other site for a package."""

from __future__ import annotations

import json
import shutil
import subprocess
import tarfile
from pathlib import Path
from typing import Any
from notices import MPL, licence_of_python, text_of_package
from notices import Notice
import hashlib
import zipfile
from collections.abc import Iterable
from email.parser import Parser
from browser_wheels import LEFT_OUT, Missing, needs_of
from packaging.utils import canonicalize_name, parse_wheel_filename

LOCK = "pyodide-lock.json"

SHIPPED = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
"""What a browser loads."""


def fetch_pyodide(version: str, folder: Path) -> Path:
    """The unpacked npm package of this version, in a folder of its own below `folder`; not fetched again."""
    target = folder / f"pyodide-{version}"
    if not (target / LOCK).is_file():
        target.mkdir(parents=True, exist_ok=True)
        command = ("npm", "pack", "--silent", f"pyodide@{version}", "--pack-destination", str(target))
        subprocess.run(command, check=True, capture_output=True, text=True)
        [archive] = target.glob("*.tgz")
        with tarfile.open(archive) as packed:
            packed.extractall(target, filter="data")
        shutil.copytree(target / "package", target, dirs_exist_ok=True)
    return target


def lock_info(pyodide: Path) -> dict[str, Any]:
    """Python's version and platform, as Pyodide's own lock file tells them."""
    info: dict[str, Any] = json.loads((pyodide / LOCK).read_text(encoding="utf-8"))["info"]
    return info


def pinned(pyodide: Path, name: str) -> str:
    """The version of a package that Pyodide's makers tested with it."""
    lock = json.loads((pyodide / LOCK).read_text(encoding="utf-8"))
    version: str = lock["packages"][name]["version"]
    return version


def notice_of_pyodide(pyodide: Path) -> Notice:
    """Pyodide's own licence, which is MPL 2.0, and that of CPython, which it holds."""
    package = json.loads((pyodide / "package.json").read_text(encoding="utf-8"))
    source = package["repository"]["url"].removeprefix("git+").removesuffix(".git")
    text = f"The source code: {source}\n\n{text_of_package(MPL)}\n\n{licence_of_python()}"
    return Notice(
        "pyodide (with CPython and its standard library)", package["version"], "MPL-2.0 and PSF-2.0", text
    )


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
