"""The notebooks as pages: what students get, without solutions. Nothing is executed."""

from __future__ import annotations

import atexit
import os
import re
import shutil
from collections.abc import Iterator
from functools import lru_cache
from html import escape
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import nbformat
from playfunc_classroom.nbgrader_bridge.course import Course

COURSE = Path(__file__).parents[2] / "course"
ANCHOR = re.compile(r"\]\(#([^)]+)\)")
PARTS = ("nbgrader_config.py", "playfunc.toml", "comments.md", "policy.md")


def notebook(assignment: str, lite: str = os.environ.get("LITE", "")) -> str:
    """The released notebook in Markdown: its text, and its code as code. With `lite`, the address of the course in the
    browser as the site's first page sees it, a link below the title opens the notebook there."""
    title, *rest = _cells(nbformat.read(released(assignment), as_version=4))
    return "\n\n".join((*_with_link(title, _link(assignment, lite)), *rest))


def _with_link(cell: str, link: str) -> Iterator[str]:
    """The first cell, which begins with the notebook's title, and the link below that."""
    title, _, text = cell.strip().partition("\n")
    yield from (title, *([link] if link else []), text)


def _link(assignment: str, lite: str) -> str:
    if not lite:
        return ""
    site = lite if "://" in lite else f"../{lite}"
    address = f"{site.rstrip('/')}/lab/index.html?path={assignment}/{assignment}.ipynb"
    return f'<p><a href="{escape(address)}">Try it in your browser</a>, without installing anything.</p>'


@lru_cache
def released(assignment: str) -> Path:
    """The students' version, written by nbgrader in a course of its own, as `playfunc release` does."""
    course = _course()
    course.release(assignment)
    return course.root / "release" / assignment / f"{assignment}.ipynb"


@lru_cache
def _course() -> Course:
    """A copy of this clone's course, so that the clone's own has neither a gradebook nor a release."""
    folder = Path(mkdtemp(prefix="playfunc-site-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    shutil.copytree(COURSE / "source", folder / "source")
    for part in PARTS:
        shutil.copyfile(COURSE / part, folder / part)
    return Course.open(folder)


def _cells(read: Any) -> Iterator[str]:
    for cell in read.cells:
        if cell.cell_type == "markdown":
            yield with_anchors_of_a_page(cell.source)
        elif cell.cell_type == "code" and cell.source.strip():
            yield _fenced(cell.source)


def with_anchors_of_a_page(text: str) -> str:
    """Links to headings, which Jupyter names by their words with hyphens, and a page in lower case without signs."""
    return ANCHOR.sub(lambda link: f"](#{re.sub(r'[^a-z0-9-]', '', link[1].lower())})", text)


def _fenced(code: str) -> str:
    """The code as a block, in a fence that is longer than any inside it."""
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", code)), default=0))
    return f"{fence}ipython3\n{code}\n{fence}"
