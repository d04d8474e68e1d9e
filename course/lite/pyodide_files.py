"""Pyodide from npm: CPython as WebAssembly, without the packages that its makers build."""

from __future__ import annotations

import json
import shutil
import subprocess
import tarfile
from pathlib import Path
from typing import Any

from licence_texts import MPL, licence_of_python, text_of_package
from notices import Notice

__all__ = ["LOCK", "SHIPPED", "fetch_pyodide", "lock_info", "notice_of_pyodide", "pinned"]

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
