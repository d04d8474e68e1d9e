"""Texts as pages: documents that come with the site, and those that staff write into the site's folder."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import nh3
from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response
from markdown_it import MarkdownIt
from markupsafe import Markup
from playfunc.game import Game
from playfunc.games import GAMES

from playfunc_web.http.responses import render
from playfunc_web.http.viewer import Anyone, Here, Reader
from playfunc_web.site import Site

# Markdown → HTML for a page. Whatever stands in a text, no markup of its own reaches the reader: HTML is shown as
# text, and what is made of Markdown passes a list of harmless elements.

ELEMENTS = {
    *("h1", "h2", "h3", "h4", "p", "a", "ul", "ol", "li", "em", "strong", "code", "pre", "blockquote"),
    *("hr", "br", "table", "thead", "tbody", "tr", "th", "td", "s"),
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
    frame = '<div class="scroll" tabindex="0" role="group" aria-label="Table">'
    framed = html.replace("<table>", f"{frame}<table>")
    framed = framed.replace("</table>", "</table></div>").replace("<pre>", '<pre tabindex="0">')
    return Document(found[1] if found else title, Markup(framed))


TEXTS = {
    "handout": "How to enter a player, step by step",
    "rules-hearts": "The rules of Hearts, and what your player is told",
    "rules-footsteps": "The rules of FootSteps",
    "rules-blackjack": "The rules of BlackJack",
    "rules-skullwhist": "The rules of SkullWhist",
    "ratings": "How ranks, ratings and intervals are computed",
    "glossary": "The words used on these pages",
    "style": "How to write a player that others can read",
    "ai-players": "How to write a strong player",
}
"""Documents that come with the site → what each is about."""

OWN_TEXTS = ("news", "contact", "privacy", "accessibility")
"""Pages that staff write, as NAME.md in the site's folder. Until they do, a draft is shown."""

LONGEST = 200_000
"""Characters of a text that are read."""


def documents_router(names: Collection[str] = (), privacy: str = "privacy") -> APIRouter:
    """The pages of a server that shows these documents; without any, of one that shows all, and the rules of every
    installed game. `privacy` names its text about privacy: servers that share a folder store different things."""
    router = APIRouter(include_in_schema=False)
    texts = {name: TEXTS[name] for name in names} or TEXTS
    games = {} if names else GAMES.usable()

    @router.get("/docs")
    def documents_page(request: Request, viewer: Anyone) -> Response:
        others = [game for name, game in games.items() if f"rules-{name}" not in TEXTS]
        titles = {name: document(_shipped(name)).title for name in texts}
        return render(request, "documents.html", {"texts": texts, "titles": titles, "games": others})

    @router.get("/docs/{name}")
    def document_page(request: Request, viewer: Anyone, name: str) -> Response:
        if name in texts:
            return render(request, "document.html", {"document": document(_shipped(name)), "draft": False})
        game = games.get(name.removeprefix("rules-")) if name.startswith("rules-") else None
        if game is None:
            raise HTTPException(404)
        return render(request, "document.html", {"document": document(_described(game)), "draft": False})

    @router.get("/news")
    def news_page(request: Request, site: Here, viewer: Reader) -> Response:
        return _own_page(request, site, "news")

    @router.get("/contact")
    @router.get("/accessibility")
    def own_page(request: Request, site: Here, viewer: Anyone) -> Response:
        return _own_page(request, site, request.url.path.strip("/"))

    @router.get("/privacy")
    def privacy_page(request: Request, site: Here, viewer: Anyone) -> Response:
        return _own_page(request, site, privacy)

    return router


def _own_page(request: Request, site: Site, name: str) -> Response:
    text, draft = own_text(site, name)
    title = name.partition("-")[0].capitalize()
    context = {"document": document(text, title), "draft": draft, "file": f"{name}.md"}
    return render(request, "document.html", context)


def own_text(site: Site, name: str) -> tuple[str, bool]:
    """The text of the folder's `name`.md, or the draft that comes with the site; whether it is the draft."""
    try:
        text = (site.folder.path / f"{name}.md").read_text(encoding="utf-8", errors="replace")
        return text[:LONGEST], False
    except OSError:
        return (files("playfunc_web.layout") / "drafts" / f"{name}.md").read_text(encoding="utf-8"), True


@lru_cache
def _shipped(name: str) -> str:
    return (files("playfunc_web.pages") / "texts" / f"{name}.md").read_text(encoding="utf-8")


def _described(game: Game) -> str:
    """What an installed game says about itself, for one without a text of its own."""
    tables = ", ".join(map(str, game.tables))
    lines = [f"# Rules of {game.title}", f"{game.title} is played by {tables} players.", "## What counts"]
    scored = f"Scores count {game.unit}." if game.unit else "A game only says who won."
    lines.append(f"{scored} The {'higher' if game.better == 'high' else 'lower'} score wins.")
    if game.parameters:
        lines += ["## Parameters", "| name | from | to | usual | meaning |\n|---|---|---|---|---|"]
        lines[-1] += "".join(
            f"\n| {name} | {each.least} | {each.most} | {each.usual} | {each.about} |"
            for name, each in game.parameters.items()
        )
    lines.append("## Contests")
    lines += [f"- {form.about}, {form.deals} deals" for form in game.contests.values()]
    return "\n\n".join(lines)
