"""The licences of packages that ship without a text: the same text from elsewhere, or a refusal to build."""

from __future__ import annotations

import sys
import sysconfig
from collections.abc import Iterable, Mapping
from dataclasses import replace
from importlib.metadata import distribution
from os.path import commonprefix
from pathlib import Path

from browser_wheels import Missing
from notices import LICENCE, Notice

__all__ = ["MPL", "licence_of_python", "text_of_package", "with_texts"]

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
        raise Missing(f"these packages ship no licence, name one in licence_texts.py: {', '.join(bare)}")
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
