"""Every game's table for everybody: what axe-core finds, in light and dark, narrow, and without motion."""

import pytest
from accessibility import accessibility_findings, moving, sideways
from driving import by_mouse
from games_on_show import GAMES_SHOWN, table_on_show
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.parametrize("table", GAMES_SHOWN)]


def _set(mounted, table, scheme="light", **how):
    page = mounted(table_on_show(table, **how))
    page.set_default_timeout(8000)
    page.emulate_media(color_scheme=scheme)
    shown = page.locator(".pf-table")
    expect(shown).not_to_have_attribute("aria-busy", "true")
    return page, shown


def _move(shown):
    by_mouse(shown)
    expect(shown).not_to_have_attribute("aria-busy", "true")


def _open_all(page):
    for summary in page.locator("summary").all():
        if summary.locator("xpath=..").get_attribute("open") is None:
            summary.click()


def _looks(page, shown):
    """The table as it is, at its most talkative: after some moves, with costs, memories, moves, a call and the keys."""
    for _ in range(3):
        _move(shown)
    page.get_by_role("button", name="What does each move cost?").click()
    expect(shown.locator("[data-fold=costs]")).to_be_visible()
    _open_all(page)
    yield "with costs"
    page.get_by_role("button", name="What did").first.click()
    expect(shown.locator(".pf-code")).to_be_visible()
    yield "with a call"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_without_findings(mounted, table, scheme):
    page, shown = _set(mounted, table, scheme)
    assert not accessibility_findings(page), "at the start"
    for look in _looks(page, shown):
        assert not accessibility_findings(page), look


def test_narrow_and_without_motion(mounted, table):
    page, shown = _set(mounted, table)
    for look in _looks(page, shown):
        assert sideways(page.locator("html")) == [], look
        assert moving(page.locator("html")) == []


def test_costs_come_with_a_table_of_their_own(mounted, table):
    page, shown = _set(mounted, table)
    _move(shown)
    page.get_by_role("button", name="What does each move cost?").click()
    costs = shown.locator("[data-fold=costs]")
    costs.locator("summary").click()
    expect(costs.get_by_role("table")).to_be_visible()
    expect(costs.get_by_role("table")).to_contain_text("costs nothing")


def test_a_position_to_retry_shows_costs_after_the_choice(mounted, table):
    page, shown = _set(mounted, table, retry=True)
    expect(page.get_by_role("button", name="What does each move cost?")).to_have_count(0)
    _move(shown)
    expect(page.get_by_role("button", name="Go on with this move")).to_be_visible()
    expect(shown.locator(".pf-choices").first).to_contain_text("You chose")
    assert not accessibility_findings(page)
    page.get_by_role("button", name="Go on with this move").click()
    expect(page.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "false")
