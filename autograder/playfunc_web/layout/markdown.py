"""Markdown → HTML for a page. Whatever stands in a text, no markup of its own reaches the reader: HTML is shown as
text, and what is made of Markdown passes a list of harmless elements."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

import nh3
from markdown_it import MarkdownIt
from markupsafe import Markup

__all__ = ["Document", "document"]

ELEMENTS = {
    *(
        "h1",
        "h2",
        "h3",
        "h4",
        "p",
        "a",
        "ul",
        "ol",
        "li",
        "em",
        "strong",
        "code",
        "pre",
        "blockquote",
        "hr",
        "br",
    ),
    *("table", "thead", "tbody", "tr", "th", "td", "s"),
}
ATTRIBUTES = {"a": {"href"}, "ol": {"start"}}
SCHEMES = {"http", "https", "mailto"}

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
_TITLE = re.compile(r"\A\s*# +(.+?)\s*#*\s*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Document:
    """A text with its title, which is its first heading, and what follows it as HTML."""

    title: str
    html: Markup


@lru_cache(maxsize=64)
def document(text: str, title: str = "") -> Document:
    """`title` is for a text without a heading of its own."""
    found = _TITLE.match(text)
    body = text[found.end() :] if found else text
    html = nh3.clean(
        _MARKDOWN.render(body),
        tags=ELEMENTS,
        attributes=ATTRIBUTES,
        url_schemes=SCHEMES,
        link_rel="noopener noreferrer",
    )
    framed = html.replace(
        "<table>", '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>'
    )
    framed = framed.replace("</table>", "</table></div>").replace("<pre>", '<pre tabindex="0">')
    return Document(found[1] if found else title, Markup(framed))
