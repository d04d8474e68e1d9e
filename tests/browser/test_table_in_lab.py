"""What the table hands over to a notebook runs there."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

TABLE = """
import random
from playfunc import FunctionPlayer
from playfunc.games import rules_for
from playfunc.show.sitting import begin
from playfunc.show.table import GameTable

rules = rules_for("footsteps", 2)
def play(player_id, position, my_points, their_points, previous):
    return min(my_points, 3), {"turn": 1 if previous is None else previous[1]["turn"] + 1}
sitting = begin(rules, rules.deal(random.Random(1)), [None, FunctionPlayer(play, rules, name="mine")])
GameTable(sitting, own=[1])
"""


def test_what_a_player_saw_runs_in_a_cell_and_gives_the_same_reply(notebook):
    table = notebook.run(TABLE).locator(".pf-table")
    for turn in (1, 2):
        table.locator(".pf-primary[type=submit]").click()
        expect(table.locator('[data-fold="memories"] pre')).to_have_count(turn)
    table.get_by_text("Your player: its memory and what it saw").click()
    table.get_by_role("button", name="What did mine see").first.click()  # the latest
    expect(table.locator(".pf-code")).to_contain_text("play(")
    table.get_by_role("button", name="Put into a new cell").click()
    expect(table.get_by_text("The cell is below this one.")).to_be_visible()
    cell = notebook.sources()[-1]
    assert cell == table.locator(".pf-code").inner_text()
    assert notebook.printed(f"print({cell})") == "(3, {'turn': 2})"
