"""A page with the licence of everything that the site ships, each with its text: Python's packages, JavaScript's, and
Pyodide, which is CPython."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from email.message import Message
from email.parser import Parser
from html import escape
from pathlib import Path

__all__ = ["LICENCE", "Notice", "notices_of_scripts", "notices_of_wheels", "write_notices"]

LICENCE = re.compile(r"(?i)(licen[cs]e|copying|notice|authors)[^/]*$")
"""What a file with a licence is called."""

BUNDLED = "third-party-licenses.json"
"""What JupyterLab's build writes beside the scripts that it bundles."""


@dataclass(frozen=True, slots=True, order=True)
class Notice:
    """A package, its version, what its metadata says of its licence, and the licence's text."""

    name: str
    version: str
    licence: str
    text: str


def notices_of_wheels(wheels: Iterable[Path]) -> Iterator[Notice]:
    for path in wheels:
        with zipfile.ZipFile(path) as wheel:
            names = wheel.namelist()
            [metadata] = [name for name in names if name.endswith(".dist-info/METADATA")]
            told = Parser().parsestr(wheel.read(metadata).decode())
            about = [name for name in names if ".dist-info/" in name and LICENCE.search(name)]
            texts = [wheel.read(name).decode(errors="replace").strip() for name in about]
        yield Notice(told["Name"], told["Version"], _licence_of(told), "\n\n".join(texts))


def _licence_of(told: Message) -> str:
    classified = [
        line.split(" :: ")[-1] for line in told.get_all("Classifier") or [] if line.startswith("License")
    ]
    short = told["License"] if len(told["License"] or "") < 60 else None
    return told["License-Expression"] or short or ", ".join(classified) or "see its text"


def notices_of_scripts(site: Path) -> Iterator[Notice]:
    """Those of the packages that JupyterLab and its extensions bundle."""
    for path in site.rglob(BUNDLED):
        for package in json.loads(path.read_text(encoding="utf-8"))["packages"]:
            licence, text = package.get("licenseId") or "see its text", package.get("extractedText") or ""
            yield Notice(package["name"], package.get("versionInfo") or "", licence, text.strip())


def write_notices(page: Path, notices: Iterable[Notice]) -> int:
    """Write the page; how many packages it names. Of the same package in several bundles, one with a text is kept."""
    kept: dict[tuple[str, str], Notice] = {}
    for notice in sorted(notices):
        key = (notice.name, notice.version)
        if key not in kept or not kept[key].text:
            kept[key] = notice
    items = "\n".join(map(_item, kept.values()))
    page.write_text(_PAGE.format(count=len(kept), items=items), encoding="utf-8")
    return len(kept)


def _item(notice: Notice) -> str:
    about = escape(f"{notice.name} {notice.version}: {notice.licence}")
    return f"<li><details><summary>{about}</summary><pre>{escape(notice.text)}</pre></details></li>"


_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Licences</title>
<link rel="icon" href="../lab/favicon.ico">
<link rel="stylesheet" href="start.css">
</head>
<body><main>
<h1>Licences</h1>
<p>This site ships {count} packages of other people. Thank you. Open a package to read its licence.</p>
<p><a href="../index.html">Back to the assignments</a></p>
<ul class="licences">
{items}
</ul>
</main></body>
</html>
"""
