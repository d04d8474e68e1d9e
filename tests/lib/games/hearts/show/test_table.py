"""The table: clicks go to the kernel's side, whose rules decide; a browser without a kernel still shows it."""

from __future__ import annotations

import json

import pytest
from playfunc import Hearts
from playfunc.duplicate import deal_rng
from playfunc.games.hearts.show import HandTable
from playfunc.games.hearts.show.table import HandTable as Again
from playwright.sync_api import expect

STAND_IN = """
  const listeners = [];
  let sight = %s;
  const model = {
    get: () => sight,
    on: (event, listener) => listeners.push(listener),
    off: () => {},
    send: async (message) => { sight = await window.kernel(message); listeners.forEach((listen) => listen()); },
  };
  const source = %s.replace("export default", "const table =") + "; table.render({ model, el: document.body });";
  new Function("model", source)(model);
"""
"""A model as anywidget gives it to a widget, with the real Python object at its other end."""


def table_of(player, kinds=("sensible",), seat=0, seed=1):
    rules = Hearts(len(kinds) + 1)
    players = [player(kind, rules.seats, f"Bot {n}") for n, kind in enumerate(kinds)]
    return HandTable(rules, rules.deal(deal_rng("table", seed)), players, human_seat=seat)


def said(table, message):
    table._on_message(table, message, [])
    return table.sight


def test_it_can_be_made_and_shown_without_a_user(player):
    table = table_of(player)
    data, _ = table._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in data
    assert "A hand to play" in data["text/html"]
    assert data["text/plain"].startswith("A hand to play")
    assert table.record.scores is None
    assert HandTable is Again


def test_a_click_on_a_legal_card_plays_it(player):
    table = table_of(player)
    card = table.sight["legal"][0]
    seen = said(table, {"play": card})
    assert seen["objection"] is None
    assert card not in seen["hand"]
    assert any(move.move == card for move in table.record.moves)


def test_a_click_on_another_names_the_rule_and_changes_nothing(player):
    table = table_of(player)
    before = table.record
    wrong = next(card for card in table.sight["hand"] if card not in table.sight["legal"])
    first, second = said(table, {"play": wrong}), said(table, {"play": wrong})
    assert first["objection"]["rule"] in ("Leading", "Reneging", "Bleeding")
    assert wrong in first["objection"]["reason"]
    assert table.record == before
    assert first["told"] < second["told"]


@pytest.mark.parametrize("message", ["play", {}, {"play": 7}, {"play": None}, ["C2"]])
def test_other_messages_do_nothing(player, message):
    table = table_of(player)
    before = table.sight
    assert said(table, message) == before


def test_text_that_is_no_card_is_answered(player):
    assert "not a card: 'Z1'" in said(table_of(player), {"play": "Z1"})["objection"]["reason"]


def test_python_can_play_too_and_start_again(player):
    table = table_of(player)
    first = table.record
    while not table.game.over:
        table.play(table.sight["legal"][0])
    assert sum(table.record.scores) == 26
    assert "<!DOCTYPE html>" in table.sight["replay"]
    assert said(table, {"again": True})["replay"] == ""
    assert table.record == first


@pytest.fixture
def seated(offline_page):
    """Sets a table's own script before its Python side."""

    def sit(table):
        offline_page.expose_function("kernel", lambda message: said(table, message))
        offline_page.set_content(f"<style>{table._css}</style>")
        offline_page.evaluate(f"() => {{ {STAND_IN % (json.dumps(table.sight), json.dumps(table._esm))} }}")
        return offline_page

    return sit


@pytest.mark.browser
@pytest.mark.parametrize("others", [1, 3])
def test_a_hand_is_played_by_clicking(seated, player, others):
    table = table_of(player, ("sensible",) * others)
    page = seated(table)
    while not table.game.over:
        left = len(table.sight["hand"])
        page.locator(".pf-mine button.pf-legal").first.click()
        expect(page.locator(".pf-mine button")).to_have_count(left - 1)
    expect(page.locator(".pf-words")).to_contain_text("Final points: You ")
    expect(page.frame_locator("iframe").locator("#count")).to_have_text("52 of 52")
    page.click(".pf-again")
    expect(page.locator(".pf-mine button")).to_have_count(26 if others == 1 else 13)


@pytest.mark.browser
def test_a_hand_is_played_by_keyboard(seated, player):
    table = table_of(player)
    page = seated(table)
    page.locator(".pf-mine button.pf-legal").first.focus()
    for left in (25, 24, 23):
        page.keyboard.press("Enter")
        expect(page.locator(".pf-mine button")).to_have_count(left)
        assert page.evaluate("document.activeElement.classList.contains('pf-legal')")
    labels = [button.get_attribute("aria-label") for button in page.locator(".pf-mine button").all()]
    page.locator(".pf-mine button").first.focus()
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == labels[-1]
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == labels[0]


@pytest.mark.browser
def test_an_illegal_card_is_marked_and_tells_its_rule(seated, player):
    table = table_of(player)
    page = seated(table)
    wrong = page.locator(".pf-mine button[aria-disabled=true]").last
    expect(wrong).to_have_attribute("aria-label", "ace of hearts, not legal now")
    wrong.click(force=True)
    expect(page.locator(".pf-words .pf-fault")).to_contain_text("HA")
    expect(page.locator(".pf-mine button")).to_have_count(26)


@pytest.mark.browser
def test_an_opponents_error_stays_text(seated, player, nasty_text):
    table = table_of(player, ("crashing",))
    page = seated(table)
    while not table.game.over:
        table.play(table.sight["legal"][0])
    page.locator(".pf-mine button.pf-legal").first.click()
    expect(page.locator(".pf-words .pf-fault").last).to_contain_text("onerror=alert(2)")
    assert page.locator("img, script").count() == 0
