"""Every page in Chromium, for everybody who may open it: no error, no finding, nothing cut off, all by keyboard."""

import re
from collections.abc import Iterator

import pytest
from live_site import live
from playwright.sync_api import Browser, expect
from web_routes import routes_of
from web_visits import NO_PAGES, PUBLIC, entered, keyboard_findings, opened, published, visits, visits_of
from web_world import LADDER, World, open_world

pytestmark = pytest.mark.browser

READERS = [
    "visitor",
    "ada",
    "root",
    *(pytest.param(viewer, marks=pytest.mark.pages) for viewer in (PUBLIC, "tutor")),
]
"""The first three see every page between them; the others see the same pages again, in `make test-pages`."""


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    made = open_world(tmp_path_factory.mktemp("world") / "site")
    yield made
    made.site.database.close()


@pytest.fixture(scope="module")
def url(world: World) -> Iterator[str]:
    with live(world.site) as address:
        yield address


@pytest.fixture(scope="module")
def public_url(world: World) -> Iterator[str]:
    """The same site, published."""
    with live(published(world.site)) as address:
        yield address


@pytest.fixture
def address(request: pytest.FixtureRequest, viewer: str) -> str:
    found: str = request.getfixturevalue("public_url" if viewer == PUBLIC else "url")
    return found


def test_every_page_is_visited(world: World) -> None:
    pages_ = {
        path for method, path in routes_of(world.site) if method == "GET" and not path.startswith("/api/")
    }
    assert set(visits(world)) == pages_ - NO_PAGES


@pytest.mark.parametrize("viewer", READERS)
def test_pages_without_findings(chromium: Browser, world: World, address: str, viewer: str) -> None:
    """Every page that the viewer may open, at desktop and phone size and at 400%, in both colour schemes."""
    found = {}
    with entered(chromium, world, address, viewer) as context:
        shown = opened(context)
        for page in _for(world, viewer):
            status = shown.go(page)
            findings = [] if status == 200 else [f"status {status}"]
            findings += shown.findings()
            if findings:
                found[page] = findings
    assert not found


@pytest.mark.parametrize("viewer", READERS)
def test_everything_by_keyboard(chromium: Browser, world: World, address: str, viewer: str) -> None:
    found = {}
    with entered(chromium, world, address, viewer) as context:
        shown = opened(context)
        for page in _for(world, viewer):
            if page.endswith("/replay"):
                continue  # has a keyboard of its own: tests/browser/test_replays.py
            shown.go(page)
            findings = keyboard_findings(shown.page)
            if findings:
                found[page] = findings
    assert not found


def _for(world: World, viewer: str) -> list[str]:
    """The addresses that the viewer may open; what looks as for Ada is left out for staff."""
    may = visits_of(world, viewer)
    if viewer in ("tutor", "root"):
        for_staff = ("/staff", "/player", "/game", "/ladder", "/upload")
        may = {route: each for route, each in may.items() if route.startswith(for_staff)}
    return [address for addresses in may.values() for address in addresses]


def test_a_visitor_of_a_published_site_finds_a_game_to_watch(
    chromium: Browser, world: World, public_url: str
) -> None:
    """Of two built-in players, before the freeze; and no link on the way leads to a login."""
    with entered(chromium, world, public_url, "") as context:
        page = opened(context).page
        page.goto("/")
        page.get_by_role("link", name="Watch a game of Hearts, four players").click()
        expect(page.locator("iframe.replay")).to_be_visible()
        page.goto("/")
        page.get_by_role("link", name="Hearts, four players", exact=True).click()
        page.locator(".baselines a").first.click()
        page.locator("#games + .scroll a").first.click()
        expect(page.locator("iframe.replay")).to_be_visible()
        expect(page.locator("text=you have not entered")).to_have_count(0)


def test_a_link_opens_a_game_at_a_position(chromium: Browser, world: World, url: str) -> None:
    with entered(chromium, world, url, "ada") as context:
        page = opened(context).page
        page.goto(f"/game/{world.run}/1#move=17")
        replay = page.frame_locator("iframe.replay")
        expect(replay.locator("#count")).to_have_text(re.compile("^17 of "))
        expect(page).to_have_url(re.compile("#move=17$"))
        replay.locator("#next").click()
        expect(page.locator("#link")).to_have_value(re.compile(f"/game/{world.run}/1#move=18$"))
        expect(page.locator("#try-move")).to_have_text("18")
        page.goto(f"/game/{world.run}/1#move=3")
        expect(replay.locator("#count")).to_have_text(re.compile("^3 of "))


def test_a_replay_that_begins_before_it_has_a_width_opens_at_the_links_position(
    chromium: Browser, world: World, url: str
) -> None:
    with entered(chromium, world, url, "ada") as context:
        page = opened(context).page
        page.goto(f"/game/{world.run}/1")
        replay = page.frame_locator("iframe.replay")
        expect(replay.locator("#count")).to_have_text(re.compile("^0 of "))
        page.evaluate("history.replaceState(null, '', '#move=17')")
        replay.locator("#count").evaluate("() => parent.postMessage({ height: 90000, begun: true }, '*')")
        expect(replay.locator("#count")).to_have_text(re.compile("^17 of "))


def test_a_replay_is_shown_whole(chromium: Browser, world: World, url: str) -> None:
    with entered(chromium, world, url, "ada") as context:
        page = opened(context).page
        page.goto(f"/game/{world.run}/1")
        whole = page.frame_locator("iframe.replay").locator("#replay")
        for width in (1280, 390):
            page.set_viewport_size({"width": width, "height": 900})
            expect(page.locator("iframe.replay")).to_have_attribute("style", re.compile("height"))
            page.wait_for_function(
                "height => document.querySelector('iframe.replay').clientHeight >= height",
                arg=whole.evaluate("one => one.offsetHeight"),
            )


def test_the_first_tab_leads_past_the_navigation(chromium: Browser, world: World, url: str) -> None:
    with entered(chromium, world, url, "ada") as context:
        page = opened(context).page
        page.goto(f"/ladder/{LADDER}")
        page.keyboard.press("Tab")
        skip = page.locator(":focus")
        expect(skip).to_have_text("Skip to the content")
        expect(skip).to_be_in_viewport()
        page.keyboard.press("Enter")
        expect(page.locator(":focus")).to_have_id("main")
