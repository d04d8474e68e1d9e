"""Retry in JupyterLab: a costly position is played again, kept as a cell, and tested whenever the player changes."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

PLAYER = """
from playfunc import legal_cards
from playfunc_workbook.hearts import *

def choose(options):
    return options[-1]

def play(player_id, hand, trick, previous) -> tuple[object, str]:
    gone = previous[1] + "".join(card.text for card, _ in previous[0]) if previous else ""
    options = legal_cards(hand, trick, first_trick=previous is None, hearts_broken="H" in gone)
    return choose(options), gone

print("ready")
"""
BETTER = """
def choose(options):
    return FREE if FREE in options else options[-1]

print("changed")
"""


def test_a_position_is_played_again_and_kept(notebook):
    page = notebook.page
    assert notebook.printed(PLAYER) == "ready"
    notebook.run("# the retry cell\nretry(play, 'minmax', hands=2, show=1)")
    table = page.get_by_role("region").filter(has_text="What would you play?").last
    expect(table).to_be_visible(timeout=60_000)
    assert "gave away" not in table.inner_text()
    table.locator("button[data-move]:not([aria-disabled=true])").first.click()
    expect(table).to_contain_text("You chose")
    free = table.locator("button[data-move][aria-label*='costs nothing']").first.get_attribute("data-move")
    table.get_by_role("button", name="Keep as a test").click()
    expect(table).to_contain_text("The cell is below this one.")
    sources = notebook.sources()
    at = next(place for place, source in enumerate(sources) if source.startswith("# the retry cell"))
    kept = sources[at + 1]
    assert kept.splitlines()[1:3] == ["keep(", "    play,"]
    output = notebook.run(kept)
    expect(output).to_contain_text("which gives away", timeout=60_000)
    assert notebook.printed(f"from playfunc import Card\nFREE = Card({free!r})" + BETTER) == "changed"
    expect(output).to_contain_text("which gives nothing away", timeout=60_000)
    assert notebook.printed("def choose(options):\n    return options[-1]\nprint('back')") == "back"
    expect(output).to_contain_text("which gives away", timeout=60_000)
