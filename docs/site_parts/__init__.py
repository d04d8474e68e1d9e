"""What the site says of the program itself: written from the code, the settings and the notebooks at every build.

A page asks for a part by the directive `part`, such as `commands` or `notebook hearts`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from site_parts.limits import limits_of_compilers, limits_of_players, limits_of_uploads, points
from site_parts.links import with_links_of_the_site
from site_parts.notebooks import notebook
from site_parts.reference import as_restructured_text, commands, modules

__all__ = ["PARTS", "setup"]

PARTS: Mapping[str, Callable[..., str]] = {
    "commands": commands,
    "limits of compilers": limits_of_compilers,
    "limits of players": limits_of_players,
    "limits of uploads": limits_of_uploads,
    "modules": modules,
    "notebook": notebook,
    "points": points,
}
"""A part's name → its Markdown, from the lines in the directive."""


class Part(SphinxDirective):
    """A part of a page, by its name; its lines are the arguments, one a line."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True

    def run(self) -> list[nodes.Node]:
        text = PARTS[self.arguments[0]](*self.content)
        return self.parse_text_to_nodes(text, allow_section_headings=True)


def _read(app: Sphinx, page: str, source: list[str]) -> None:
    source[0] = with_links_of_the_site(source[0], page)


def _docstring(app: Sphinx, what: str, name: str, value: Any, options: Any, lines: list[str]) -> None:
    lines[:] = as_restructured_text(lines)


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("part", Part)
    app.connect("source-read", _read)
    app.connect("autodoc-process-docstring", _docstring)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
