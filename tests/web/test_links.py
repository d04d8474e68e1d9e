"""Every link leads somewhere, whoever follows it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from html import unescape
from urllib.parse import urldefrag, urljoin, urlsplit

import pytest
from playfunc_arena.formats import contest_names
from playfunc_web.site import Site
from web_site import Browser, browser
from web_world import open_world

LINK = re.compile(r'\b(?:href|src|hx-get)="([^"]*)"')
VARYING = re.compile(rf"(?<=/)(?:\w*\d\w*|{'|'.join(contest_names())})(?=/|$)")
"""What tells addresses of one kind apart: numbers, codes of players, and ladders."""

ALIKE = 2
"""Links of one kind that are followed from pages of one kind."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A public one, halfway through a term."""
    world = open_world(tmp_path_factory.mktemp("links") / "site", "public = true\n")
    yield world.site
    world.site.database.close()


@pytest.mark.parametrize("login", [None, "ada", "tutor", "root"])
def test_no_link_within_the_site_is_dead(site: Site, login: str | None) -> None:
    followed, dead = crawled(browser(site, login))
    assert dead == []
    assert len(followed) > 60


def crawled(reader: Browser) -> tuple[set[str], list[str]]:
    """All addresses that were followed from the home page, and those that answer an error, each with a page that links
    it."""
    followed: set[str] = set()
    dead: list[str] = []
    kinds: Counter[tuple[str, str]] = Counter()
    waiting = [("/", "")]
    while waiting:
        address, page = waiting.pop(0)
        kind = (kind_of(page), kind_of(address))
        if address in followed or kinds[kind] == ALIKE:
            continue
        followed.add(address)
        kinds[kind] += 1
        answer = reader.get(address)
        if answer.status_code >= 400:
            dead.append(f"{answer.status_code} {address}, linked by {page}")
        waiting += [(found, address) for found in links(address, answer.headers, answer.text)]
    return followed, dead


def kind_of(address: str) -> str:
    """Such as /player/…"""
    return VARYING.sub("…", urlsplit(address).path)


def links(address: str, headers: Mapping[str, str], text: str) -> list[str]:
    """The links of an answer that stay within the site, without their fragments, each once."""
    found = [headers["location"]] if "location" in headers else []
    if "text/html" in headers.get("content-type", ""):
        found += [unescape(link) for link in LINK.findall(text)]
    whole = (urldefrag(urljoin(address, link)).url for link in found)
    return [link for link in dict.fromkeys(whole) if re.match(r"/(?!/)", link)]
