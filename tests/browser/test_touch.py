"""Every game's table and replay on a telephone, by touch alone."""

import re

import pytest
from driving import by_touch, play_to_the_end
from games_on_show import GAMES_SHOWN, costs_of_all_sorts, shown_game, table_on_show
from playfunc.show import replay
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


@pytest.fixture
def page_options():
    """A telephone, on which fingers are no mouse."""
    return {"viewport": {"width": 412, "height": 840}, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize(
    "game",
    [
        "hearts",
        "footsteps",
        pytest.param("blackjack", marks=pytest.mark.pages),
        pytest.param("skullwhist", marks=pytest.mark.pages),
    ],
)
def test_a_game_is_played_to_its_end(mounted, game):
    page = mounted(table_on_show(game))
    table, shown = page.locator(".pf-table"), page.locator("iframe.pf-replay")
    assert play_to_the_end(table, by_touch, over=lambda: shown.count() == 1) > 2
    page.get_by_role("button", name="Undo").tap()
    expect(shown).to_have_count(0)
    expect(table).not_to_have_attribute("aria-busy", "true")
    page.get_by_text("Moves so far").tap()
    expect(page.get_by_role("button", name="Back to before").first).to_be_visible()


@pytest.mark.parametrize("table", GAMES_SHOWN)
def test_a_replay_is_stepped_through(offline_page, table):
    record = shown_game(table)
    offline_page.set_content(replay(record, costs=costs_of_all_sorts(record)).document())
    count = offline_page.locator("#count")
    steps = int(re.findall(r"\d+", count.inner_text())[1])
    offline_page.locator("#next").tap()
    expect(count).to_have_text(re.compile(rf"^1 of {steps}"))
    offline_page.locator("#moves button").last.tap()
    expect(count).not_to_have_text(re.compile(r"^[01] of"))
    offline_page.locator("#slider").tap(position={"x": 1, "y": 16})
    expect(count).to_have_text(re.compile(rf"^0 of {steps}"))
    offline_page.locator("#costly-on").tap()
    expect(count).not_to_have_text(re.compile(r"^0 of"))
    offline_page.locator(".cost-bar").first.tap()
    expect(offline_page.locator(".cost-bar").first).to_have_attribute("aria-current", "step")
