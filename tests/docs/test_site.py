"""The documentation as `make site` builds it: links lead somewhere, nothing comes from elsewhere, all can use it."""

import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from accessibility import CUT_OFF, accessibility_findings, moving
from bs4 import BeautifulSoup
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.site

SITE = Path(__file__).parents[2] / "build" / "site"
ADDRESS = "http://127.0.0.1:8472/"
PAGES = sorted(
    path.relative_to(SITE).as_posix() for path in SITE.glob("**/*.html") if path.parent.name != "_static"
)

ELSEWHERE = {
    "https://www.sphinx-doc.org/": "what built the site",
    "https://distributed.dask.org": "what runs marking on several computers",
    "https://gateway.dask.org": "what starts a scheduler and workers on Kubernetes",
    "https://jobqueue.dask.org": "what submits workers to SLURM",
    "https://kubernetes.dask.org": "what starts a scheduler and workers on Kubernetes",
    "https://jupyterhub.readthedocs.io/en/stable/howto/configuration/config-proxy.html": "proxies in front of a hub",
    "https://jupyterlite.readthedocs.io": "what `make lite` builds with",
    "https://jupytext.readthedocs.io": "what the text of notebooks is written with",
    "https://ngshare.readthedocs.io": "nbgrader's exchange where a hub has no shared disk",
    "https://pyodide.org": "what `make lite` builds with",
    "http://127.0.0.1:8001/skullwhist-kits.zip": "a server that the page has the reader start",
}
"""Every address outside the site that a page links, with its reason. Nothing fetches them."""

KINDS = {
    "the first page": "index.html",
    "a lesson": "tutorial/first-player.html",
    "a notebook": "notebooks/footsteps.html",
    "a guide": "week.html",
    "a guide with code": "new.html",
    "a list of commands": "reference/commands.html",
    "functions and types": "reference/player.html",
    "tables": "strength.html",
    "a table of limits": "reference/limits.html",
    "settings": "reference/settings.html",
    "a picture": "win_rule.html",
    "search": "search.html?q=memory",
    "the index": "genindex.html",
}
"""A page of each kind."""


@dataclass(frozen=True)
class Html:
    """A page as the crawler needs it."""

    anchors: frozenset[str]
    links: frozenset[str]
    loads: frozenset[str]


@cache
def read(page: str) -> Html:
    soup = BeautifulSoup((SITE / page).read_text(encoding="utf-8"), "html.parser")
    loaded = {tag["src"] for tag in soup.select("[src]")}
    loaded |= {
        tag["href"] for tag in soup.select("link[rel~=stylesheet], link[rel~=icon], link[rel~=preload]")
    }
    return Html(
        anchors=frozenset(tag["id"] for tag in soup.select("[id]")),
        links=frozenset(tag["href"] for tag in soup.select("a[href], link[href]")),
        loads=frozenset(loaded),
    )


def leads_nowhere(page: str, link: str) -> bool:
    """Whether a link within the site has no file, or its file no such place."""
    target = urlsplit(urljoin(ADDRESS + page, link))
    path = unquote(target.path).removeprefix("/") or "index.html"
    if not (SITE / path).is_file():
        return True
    return (
        path.endswith(".html")
        and bool(target.fragment)
        and unquote(target.fragment) not in read(path).anchors
    )


def test_the_site_is_built():
    assert PAGES, "run: make site"
    assert {kind for kind, page in KINDS.items() if page.partition("?")[0] not in PAGES} == set()


@pytest.mark.parametrize("page", PAGES)
def test_no_link_leads_nowhere(page):
    inside = {link for link in read(page).links if urljoin(ADDRESS + page, link).startswith(ADDRESS)}
    assert sorted(link for link in inside if leads_nowhere(page, link)) == []


def test_every_link_to_elsewhere_is_known():
    links = {link for page in PAGES for link in read(page).links}
    assert {link for link in links if urlsplit(link).scheme and link not in ELSEWHERE} == set()


def test_every_page_can_be_reached_from_the_first():
    reached, waiting = set(), ["index.html"]
    while waiting:
        page = waiting.pop()
        if page in reached or page not in PAGES:
            continue
        reached.add(page)
        waiting += [
            urlsplit(urljoin(ADDRESS + page, link)).path.removeprefix("/") for link in read(page).links
        ]
    assert set(PAGES) - reached == set()


def test_pages_and_styles_load_nothing_from_elsewhere():
    loaded = {urljoin(ADDRESS, source) for page in PAGES for source in read(page).loads}
    assert [source for source in loaded if not source.startswith(ADDRESS)] == []
    for style in SITE.glob("_static/**/*.css"):
        named = re.findall(r"(?:url\(|@import)\s*[\"']?((?:https?:)?//[^\"')]+)", style.read_text("utf-8"))
        assert named == [], style.name


@pytest.fixture(scope="module")
def served() -> Iterator[None]:
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_words: object) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 8472), partial(Quiet, directory=str(SITE))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield
        server.shutdown()


@dataclass
class Visitor:
    """A page in the browser, and what went wrong so far: anything that comes from elsewhere, is missing or fails."""

    page: Page
    troubles: list[str]

    def visit(self, path: str) -> None:
        self.page.goto(ADDRESS + path, wait_until="load")
        if path.startswith("search"):
            expect(self.page.locator("#search-results li").first).to_be_visible()
        self.page.wait_for_function("document.getAnimations().length === 0")  # colours have changed
        assert self.troubles == []

    def findings(self) -> str:
        """What axe-core finds. Where it looks for styles itself, that is no trouble of the page."""
        found = accessibility_findings(self.page)
        self.troubles.clear()
        return found


@pytest.fixture
def visitor(served: None, chromium) -> Iterator[Visitor]:
    page = chromium.new_page(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    page.set_default_timeout(30_000)
    troubles: list[str] = []
    page.on("request", lambda asked: asked.url.startswith((ADDRESS, "data:")) or troubles.append(asked.url))
    page.on("response", lambda given: given.status < 400 or troubles.append(f"{given.status}: {given.url}"))
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda said: said.type == "error" and troubles.append(said.text))
    yield Visitor(page, troubles)
    page.close()
    assert troubles == []


@pytest.mark.parametrize("path", KINDS.values(), ids=KINDS)
def test_without_findings_in_light_and_dark(visitor, path):
    for scheme in ("light", "dark"):
        visitor.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        visitor.visit(path)
        assert not visitor.findings(), scheme


@pytest.mark.parametrize("path", KINDS.values(), ids=KINDS)
def test_at_400_percent_nothing_is_cut_off_and_nothing_moves_unasked(visitor, path):
    visitor.page.set_viewport_size({"width": 320, "height": 640})
    visitor.visit(path)
    assert visitor.page.evaluate(CUT_OFF) == []
    assert moving(visitor.page.locator("html")) == []
    assert not visitor.findings()


def test_search_by_keyboard(visitor):
    page = visitor.page
    visitor.visit("index.html")
    page.keyboard.press("Control+k")
    page.keyboard.type("kappa")
    page.keyboard.press("Enter")
    expect(page.locator("#search-results a").first).to_contain_text("Marking comments")
    tab_to(page, "document.activeElement.closest('#search-results') !== null")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/marking\.html"))


def test_navigation_by_keyboard(visitor):
    page = visitor.page
    visitor.visit("index.html")
    page.keyboard.press("Tab")
    expect(page.get_by_text("Skip to main content")).to_be_focused()
    tab_to(page, "document.activeElement.textContent.trim() === 'Reference'")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/reference/index\.html"))


def test_the_menu_of_a_narrow_page_by_keyboard(visitor):
    page = visitor.page
    page.set_viewport_size({"width": 320, "height": 640})
    visitor.visit("week.html")
    page.locator("button.primary-toggle").focus()
    page.keyboard.press("Enter")
    menu = page.locator("dialog[open]")
    expect(menu.get_by_role("link", name="Marking comments and code quality")).to_be_visible()
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)


def test_the_reader_chooses_the_colours_by_keyboard(visitor):
    page = visitor.page
    visitor.visit("week.html")
    background = "getComputedStyle(document.body).backgroundColor"
    bright = page.evaluate(background)
    page.locator("html[data-theme=light]").wait_for()
    page.get_by_role("button", name="Color mode").first.press("Enter")
    page.locator(".theme-change-button[data-mode=dark]").first.press("Enter")
    page.locator("html[data-theme=dark]").wait_for()
    page.wait_for_function("document.getAnimations().length === 0")
    assert page.evaluate(background) != bright


def tab_to(page: Page, reached: str) -> None:
    """Press Tab until the script says that the place is reached."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate(reached):
            return
    raise AssertionError(f"60 times Tab do not lead there: {reached}")
