"""The statistics pages of SkullWhist's server in Chromium: no error, no finding, nothing cut off, all by keyboard."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest
from live_site import live_app
from playfunc_web.skullwhist import sessions
from playwright.sync_api import Browser, Locator, Page, expect
from web_visits import DESKTOP, keyboard_findings, opened
from whist_server import CHEAP
from whist_server import opened as opened_server
from whist_world import World, played

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """Played in a thread of its own: the browser's loop runs in this one."""
    with pytest.MonkeyPatch.context() as patch, ThreadPoolExecutor(1) as thread, ExitStack() as stack:
        patch.setattr(sessions, "HASHER", CHEAP)
        serving = opened_server(tmp_path_factory.mktemp("world") / "site")
        server = thread.submit(serving.__enter__).result()
        stack.callback(lambda: thread.submit(serving.__exit__, None, None, None).result())
        yield thread.submit(played, server).result()


@pytest.fixture(scope="module")
def url(world: World) -> Iterator[str]:
    with live_app(world.server.app) as address:
        yield address


def addresses(world: World) -> list[str]:
    return [
        "/",
        "/stats/games/page/1/",
        "/stats/bots/",
        "/stats/bots/?q=nobody",
        "/stats/bot/by-name/ada/",
        "/stats/bot/by-name/deb/",
        f"/stats/game/by-id/{world.number}/",
        f"/stats/game/by-id/{world.forfeited}/",
        f"/stats/game/by-id/{world.running}/",
        "/stats/versus/",
        "/stats/versus/by-name/ada/bob/",
        "/stats/records/",
        "/stats/rounds/",
        "/docs/rules-skullwhist",
        "/contact",
    ]


def test_pages_without_findings(chromium: Browser, world: World, url: str) -> None:
    """Each at desktop and phone size and at 400%, in both colour schemes."""
    found = {}
    with chromium.new_context(base_url=url, viewport=DESKTOP) as context:
        shown = opened(context)
        for address in addresses(world):
            status = shown.go(address)
            findings = [*([] if status == 200 else [f"status {status}"]), *shown.findings()]
            if findings:
                found[address] = findings
    assert not found


def test_everything_by_keyboard(chromium: Browser, world: World, url: str) -> None:
    found = {}
    with chromium.new_context(base_url=url, viewport=DESKTOP) as context:
        page = context.new_page()
        for address in addresses(world):
            page.goto(address, wait_until="networkidle")
            if findings := keyboard_findings(page):
                found[address] = findings
    assert not found


def test_a_reader_walks_from_the_home_page_to_what_a_move_cost(
    chromium: Browser, world: World, url: str
) -> None:
    with chromium.new_context(base_url=url, viewport=DESKTOP) as context:
        page = context.new_page()
        page.goto("/")
        page.get_by_role("link", name="see all bots").click()
        page.get_by_role("link", name="ada", exact=True).click()
        _row(page, "Recent games", "won").get_by_role("link").first.click()
        expect(page.frame_locator("iframe.replay").locator("body")).not_to_be_empty()
        page.get_by_role("button", name="Compute costs and best moves").click()
        expect(page.locator("#costs h3")).to_have_count(2, timeout=90_000)
        page.reload()
        expect(page.locator("#costs h3")).to_have_count(2)
        expect(page.frame_locator("iframe.replay").locator("#costs")).to_be_visible()
        assert page.locator("iframe.replay").evaluate("one => one.clientHeight") >= page.frame_locator(
            "iframe.replay"
        ).locator("#replay").evaluate("one => one.clientHeight")


def test_the_chart_is_refreshed_by_itself(chromium: Browser, world: World, url: str) -> None:
    with chromium.new_context(base_url=url, viewport=DESKTOP) as context:
        page = context.new_page()
        page.clock.install()
        page.goto("/stats/rounds/")
        before = page.locator("#rounds strong").text_content()
        world.server.now += 3600
        try:
            page.clock.run_for(31_000)
            expect(page.locator("#rounds strong")).to_have_text("0")
        finally:
            world.server.now -= 3600
        assert before not in (None, "0")


def test_a_game_that_is_played_is_renewed_by_itself(chromium: Browser, world: World, url: str) -> None:
    with chromium.new_context(base_url=url, viewport=DESKTOP) as context:
        page = context.new_page()
        page.clock.install()
        page.goto("/")
        with page.expect_response(f"**/stats/game/by-id/{world.running}/") as answered:
            page.clock.run_for(3_000)
        assert answered.value.request.headers["hx-request"] == "true"
        expect(page.locator("#play").get_by_role("group", name="Rounds")).to_be_visible()


def _row(page: Page, region: str, text: str) -> Locator:
    return page.get_by_role("group", name=region).get_by_role("row").filter(has_text=text).first
