"""A page with the licence of everything that the site ships, each with its text: Python's packages, JavaScript's, and
Pyodide, which is CPython. Where a package ships no text, the same text comes from elsewhere, or the build is refused."""

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
import sys
import sysconfig
from collections.abc import Iterable, Mapping
from dataclasses import replace
from importlib.metadata import distribution
from os.path import commonprefix
from browser_wheels import Missing

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


FROM_PYTHON: Mapping[str, str] = {
    "@jupyter": "jupyterlab",
    "@jupyter-notebook": "notebook",
    "@jupyter-widgets": "jupyterlab-widgets",
    "@jupyterlab": "jupyterlab",
    "@lumino": "jupyterlab",
    "@microsoft": "debugpy",
}
"""A family of npm packages that hold no licence → the installed Python package by the same people, which does."""

MPL = "pathspec"
"""An installed package whose licence is the text of MPL 2.0, Pyodide's licence, and nothing else."""


def with_texts(notices: Iterable[Notice]) -> list[Notice]:
    """The notices, each with a text. Raises `Missing` with the names of packages for which there is none."""
    given = list(notices)
    known = [each for each in given if each.text]
    filled = [each if each.text else replace(each, text=_elsewhere(each, known)) for each in given]
    if bare := [each.name for each in filled if not each.text]:
        raise Missing(f"these packages ship no licence, name one in notices.py: {', '.join(bare)}")
    return filled


def _elsewhere(notice: Notice, known: Iterable[Notice]) -> str:
    """The text of the package that is named most alike in its family, or of the Python package by the same people."""
    alike = [each for each in known if _family(each) == _family(notice)]
    if alike:
        return max(alike, key=lambda each: len(commonprefix((each.name, notice.name)))).text
    package = FROM_PYTHON.get(_family(notice)[0])
    return text_of_package(package) if package else ""


def _family(notice: Notice) -> tuple[str, str]:
    """What packages of one project share: the scope or the first word of the name, and the licence."""
    name = notice.name
    return name.split("/")[0] if name.startswith("@") else name.split("-")[0], notice.licence


def text_of_package(name: str) -> str:
    """The licence of an installed Python package."""
    about = [path for path in distribution(name).files or () if ".dist-info/" in path.as_posix()]
    return "\n\n".join(path.read_text().strip() for path in about if LICENCE.search(path.name))


def licence_of_python() -> str:
    """The licence that came with the Python that builds. Raises `Missing` where none did."""
    places = (Path(sysconfig.get_path("stdlib")), Path(sys.base_prefix))
    for path in (place / name for place in places for name in ("LICENSE.txt", "LICENSE")):
        if path.is_file():
            return path.read_text(encoding="utf-8").strip()
    raise Missing(f"this Python has no LICENSE.txt in {places[0]}: build with another one (make PYTHON=…)")
