"""Every game's replay, in a browser that loads nothing: by mouse, by keyboard and by the accessibility tree alone."""

from __future__ import annotations

import re

import pytest
from accessibility import accessibility_findings, moving, sideways
from games_on_show import GAMES_SHOWN, costs_of_all_sorts, shown_game
from playfunc.show import replay
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

EVERY = pytest.mark.parametrize("table", GAMES_SHOWN)


def _once(*tables):
    """Every table; those that are not named here in `make test-pages` alone."""
    return pytest.mark.parametrize(
        "table",
        [pytest.param(table, marks=[] if table in tables else pytest.mark.pages) for table in GAMES_SHOWN],
    )


def _document(table, crashes=False, **how):
    record = shown_game(table, crashes)
    return replay(record, costs=costs_of_all_sorts(record), owners=[0], **how).document()


def _place(page):
    """How many steps of how many."""
    place, steps = re.findall(r"\d+", page.locator("#count").inner_text())[:2]
    return int(place), int(steps)


@_once("hearts of four", "blackjack")
def test_by_mouse_to_the_end(offline_page, table):
    offline_page.set_content(_document(table))
    place, steps = _place(offline_page)
    seen = set()
    while place < steps:
        seen.add(offline_page.locator("#caption").inner_text())
        offline_page.locator("#next").click()
        place += 1
        assert _place(offline_page) == (place, steps)
    assert len(seen) > steps / 2  # a caption of its own for most steps
    expect(offline_page.locator("#next")).to_have_attribute("aria-disabled", "true")


@_once("hearts", "footsteps")
def test_by_keyboard_to_the_end_and_back(offline_page, table):
    offline_page.set_content(_document(table))
    keyboard = offline_page.keyboard
    keyboard.press("Tab")
    steps = _place(offline_page)[1]
    for place in range(1, steps + 1):
        keyboard.press("ArrowRight")
        assert _place(offline_page) == (place, steps)
    keyboard.press("ArrowLeft")
    assert _place(offline_page) == (steps - 1, steps)
    keyboard.press("Home")
    assert _place(offline_page) == (0, steps)
    keyboard.press("PageDown")
    assert 0 < _place(offline_page)[0] < steps
    keyboard.press("End")
    assert _place(offline_page) == (steps, steps)
    keyboard.press("c")
    assert _place(offline_page)[0] < steps


@_once("footsteps", "skullwhist")
def test_by_the_accessibility_tree(offline_page, table):
    offline_page.set_content(_document(table))
    onwards = offline_page.get_by_role("button", name=re.compile("^One step on"))
    told = offline_page.get_by_role("status")
    steps = _place(offline_page)[1]
    said = []
    for _ in range(steps):
        onwards.press("Enter")
        said.append(told.first.inner_text())
    assert _place(offline_page) == (steps, steps)
    assert all(said)
    assert "Ann" in " ".join(said)
    assert offline_page.get_by_role("table").count() >= 1


@EVERY
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_without_findings(offline_page, table, scheme):
    offline_page.emulate_media(color_scheme=scheme)
    offline_page.set_content(_document(table, crashes=True))
    for key in ("c", "End"):
        offline_page.keyboard.press(key)
        assert not accessibility_findings(offline_page), f"after {key}"
    offline_page.keyboard.press("Home")
    offline_page.locator(".fault-row").first.click()
    for summary in offline_page.locator("summary").all():
        if summary.is_visible():
            summary.click()
    assert not accessibility_findings(offline_page), "all opened"


@EVERY
def test_narrow_and_without_motion(offline_page, table):
    offline_page.set_content(_document(table, crashes=True))
    page = offline_page.locator("html")
    for key in ("Home", "PageDown", "c", "End"):
        offline_page.keyboard.press(key)
        assert sideways(page) == [], f"after {key}"
        assert moving(page) == []


@EVERY
def test_its_policy_allows_nothing_unnamed(table):
    document = _document(table)
    (policy,) = re.findall(r'http-equiv="?Content-Security-Policy"? content="([^"]*)"', document)
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    assert policy.count("'sha256-") >= 2
    markup = re.sub(r"(?s)<(script|style|pre)\b.*?</\1>", "", document)
    assert not re.search(r"\son\w+=|\sstyle=", markup)
