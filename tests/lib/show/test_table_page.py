"""The table in a browser: a game is played by mouse or by keyboard alone, and nothing comes alive."""

import random

import pytest
from playfunc import Hearts
from playfunc.costs import MovePrice, Prices
from playfunc.show.game_session import begin
from playfunc.show.table import GameTable
from playwright.sync_api import expect
from until import until

pytestmark = pytest.mark.browser

MINE = ".pf-south button.pf-card"
FOCUSED = "document.activeElement.getAttribute('aria-label')"


def table_of(player, kinds=("sensible",), seed=1):
    rules = Hearts(len(kinds) + 1)
    players = [player(kind, rules.seats, f"Bot {number}") for number, kind in enumerate(kinds)]
    return GameTable(begin(rules, rules.deal(random.Random(seed)), [None, *players]))


@pytest.mark.parametrize("others", [1, 3])
def test_a_hand_is_played_by_clicking_and_then_replayed(mounted, player, others):
    table = table_of(player, ("sensible",) * others)
    page = mounted(table)
    for _ in until(lambda: table.session.over):
        left = len(table.sight["scene"]["hands"][0])
        page.locator(f"{MINE}.pf-legal").first.click()
        expect(page.locator(MINE)).to_have_count(left - 1)
    expect(page.get_by_role("status")).to_contain_text("Final points: You ")
    expect(page.frame_locator("iframe").locator("#count")).to_have_text("52 of 52")
    page.get_by_role("button", name="Same deal again").click()
    expect(page.locator(MINE)).to_have_count(26 if others == 1 else 13)


def test_a_hand_is_played_by_keyboard(mounted, player):
    page = mounted(table_of(player))
    page.locator(f"{MINE}.pf-legal").first.focus()
    for left in (25, 24, 23):
        page.keyboard.press("Enter")
        expect(page.locator(MINE)).to_have_count(left)
        assert page.evaluate("document.activeElement.classList.contains('pf-legal')")
    labels = [button.get_attribute("aria-label") for button in page.locator(MINE).all()]
    page.locator(MINE).first.focus()
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(FOCUSED) == labels[-1]
    page.keyboard.press("ArrowRight")
    assert page.evaluate(FOCUSED) == labels[0]
    page.keyboard.press("u")
    expect(page.locator(MINE)).to_have_count(24)


def test_one_enter_too_many_leaves_the_result_where_it_is(mounted, player):
    table = table_of(player, ("sensible",) * 3)
    page = mounted(table)
    page.locator(f"{MINE}.pf-legal").first.focus()
    for left in reversed(range(13)):
        page.keyboard.press("Enter")
        expect(page.locator(MINE)).to_have_count(left)
    expect(page.get_by_role("status")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_timeout(100)
    assert table.session.over


def test_what_the_numbers_on_cards_mean_is_said_beside_them(mounted, player):
    table = table_of(player)
    prices = Prices(tuple(MovePrice(card, 0.0) for card in table.sight["legal"] or ["C2"]), "point")
    page = mounted(GameTable(table.session, prices=lambda *_: prices))
    page.locator(f"{MINE}.pf-legal").first.wait_for()
    page.get_by_role("button", name="What does each move cost?").click()
    expect(page.get_by_text("Costs in points. 0: this move gives nothing away.")).to_be_visible()


def test_a_card_that_is_not_legal_names_its_rule(mounted, player):
    page = mounted(table_of(player))
    cards = page.locator(MINE)
    wrong = page.locator(f"{MINE}[aria-disabled=true]").last
    expect(wrong).to_have_attribute("aria-label", "ace of hearts, not legal now")
    wrong.click(force=True)
    expect(page.get_by_role("alert")).to_contain_text("HA")
    expect(cards).to_have_count(26)


def test_legal_moves_are_marked_until_a_person_wants_no_marks(mounted, player):
    page = mounted(table_of(player))
    expect(page.locator(".pf-legal").first).to_be_visible()
    page.get_by_role("button", name="Mark legal moves").click()
    expect(page.locator(".pf-legal, .pf-dim")).to_have_count(0)
    expect(page.get_by_role("button", name="Mark legal moves")).to_have_attribute("aria-pressed", "false")


def test_an_opponents_error_stays_text_and_can_be_undone(mounted, player, nasty_text):
    table = table_of(player, ("crashing",))
    page = mounted(table)
    for _ in until(lambda: table.session.fault):
        page.locator(f"{MINE}.pf-legal").first.click()
        page.wait_for_timeout(50)
    expect(page.locator(".pf-fault").first).to_contain_text("onerror=alert(2)")
    assert page.locator("img, script").count() == 0
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(f"{MINE}.pf-legal").first).to_be_visible()
    assert table.session.fault is None
