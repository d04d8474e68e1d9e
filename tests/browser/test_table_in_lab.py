"""The table in JupyterLab: nobody waits unseen, a slow player can be stopped and asked again, code goes into a cell."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

pytest.importorskip("jupyterlab")
pytestmark = pytest.mark.browser

TABLE = """
import random, time
from playfunc import FunctionPlayer
from playfunc.games import rules_for
from playfunc.show.sitting import begin
from playfunc.show.table import GameTable

rules = rules_for("footsteps", 2)
delay = {seconds}
def play(player_id, position, my_points, their_points, previous):
    time.sleep(delay)
    return min(my_points, 3), {{"turn": 1 if previous is None else previous[1]["turn"] + 1}}
sitting = begin(rules, rules.deal(random.Random(1)), [None, FunctionPlayer(play, rules, name="slow")])
table = GameTable(sitting, own=[1])
table
"""


@pytest.fixture
def at_table(notebook):
    """Runs a cell with a table whose other player, the viewer's own, takes so long for a move; the table."""

    def sit(seconds):
        shown = notebook.run(TABLE.format(seconds=seconds)).locator(".pf-table")
        expect(shown.get_by_role("button", name="Undo")).to_be_visible()
        return shown

    return sit


def bid(table):
    table.locator(".pf-primary[type=submit]").click()


def test_a_slow_player_is_named_stopped_and_asked_again(at_table, notebook):
    table = at_table(60)
    before = table.locator(".pf-caption").inner_text()
    bid(table)
    expect(table.locator(".pf-thinking")).to_contain_text("slow is thinking … 1 s")
    table.get_by_role("button", name="Stop").click()
    expect(table.locator(".pf-note")).to_contain_text("Stopped: slow did not answer.")
    expect(table.locator(".pf-caption")).to_have_text(before)
    assert notebook.printed("delay = 0; print(len(table.record.moves))") == "0"
    table.get_by_role("button", name="Ask again").click()
    expect(table.locator(".pf-caption")).not_to_have_text(before)
    expect(table.locator(".pf-thinking")).to_be_empty()
    assert notebook.printed("print(len(table.record.moves))") == "2"


def test_what_the_player_saw_goes_into_a_cell_below_and_runs(at_table, notebook):
    table = at_table(0)
    for turn in ("1", "2"):
        bid(table)
        expect(table.locator('[data-fold="memories"] pre')).to_have_count(int(turn))
    table.get_by_text("Your player: its memory and what it saw").click()
    table.get_by_role("button", name="What did slow see").first.click()  # the latest
    expect(table.locator(".pf-code")).to_contain_text("play(")
    table.get_by_role("button", name="Put into a new cell").click()
    expect(table.get_by_text("The cell is below this one.")).to_be_visible()
    cell = notebook.sources()[-1]
    assert cell == table.locator(".pf-code").inner_text()
    assert notebook.printed(f"print({cell})") == "(3, {'turn': 2})"


def test_keys_stay_in_the_table(at_table, notebook):
    table = at_table(0)
    bid(table)
    expect(table.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "false")
    cells = len(notebook.sources())
    table.get_by_role("button", name="Undo").focus()
    for key in ("b", "a", "d", "d", "x"):
        notebook.page.keyboard.press(key)
    notebook.page.keyboard.press("u")
    expect(table.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "true")
    assert len(notebook.sources()) == cells
