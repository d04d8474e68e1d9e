"""Every game played to its end at a table in JupyterLab, with a real kernel: by mouse, by keyboard alone, and by the
accessibility tree alone."""

import pytest
from driving import WAYS, by_mouse, click_times, play_to_the_end, watch_clicks
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

SET = """
import random
from playfunc import FunctionPlayer
from playfunc.games import GAMES
from playfunc.show.game_session import begin
from playfunc.show.table import GameTable
from playfunc_opponents import opponent, opponents_at

def table(game, other=None, **parameters):
    rules = GAMES[game].rules(**parameters)
    other = FunctionPlayer(other, rules, name="slow") if other else opponent(rules, opponents_at(rules)[0])
    players = [None, *[other] * (rules.seats - 1)]
    return GameTable(begin(rules, rules.deal(random.Random(1)), players), own=range(1, rules.seats))

sat = table({})
sat
"""
TABLES = {
    "hearts": "'hearts', seats=4",
    "footsteps": "'footsteps'",
    "blackjack": "'blackjack'",
    "skullwhist": "'skullwhist'",
}


def _seated(notebook, code):
    """The table of a cell with this code, drawn and waiting for a move."""
    table = notebook.run(code).locator(".pf-table")
    table.wait_for()
    expect(table).not_to_have_attribute("aria-busy", "true")
    return table


IN_CI = (
    ("hearts", "mouse"),
    ("footsteps", "keyboard"),
    ("blackjack", "accessibility tree"),
    ("skullwhist", "keyboard"),
)
"""Each game once, and each way."""

EVERY_WAY = [
    pytest.param(game, way, marks=[] if (game, way) in IN_CI else pytest.mark.pages)
    for game in TABLES
    for way in WAYS
]


@pytest.mark.parametrize(("game", "way"), EVERY_WAY)
def test_a_game_is_played_to_its_end(notebook, game, way):
    notebook.page.emulate_media(reduced_motion="reduce")
    table = _seated(notebook, SET.replace("{}", TABLES[game]))
    watch_clicks(table)
    replay = table.locator("iframe.pf-replay")
    made = play_to_the_end(table, WAYS[way], over=lambda: replay.count() == 1)
    assert made > 2
    expect(replay.content_frame.locator("#caption")).not_to_be_empty()
    print(f"\n{game} by {way}: ms from click to redraw {sorted(map(round, click_times(table)))}")
    assert notebook.printed("print(sat.record.scores is not None, len(sat.record.faults))") == "True 0"


SLOW = """
import time

def slow(player_id, position, mine, theirs, previous):
    if not again:
        time.sleep(60)
    return 1, None

again = False
sat = table("footsteps", slow)
sat
"""


def test_a_slow_player_is_named_and_can_be_stopped(notebook):
    notebook.run(SET.replace("{}", TABLES["footsteps"]))
    table = _seated(notebook, SLOW)
    by_mouse(table)
    expect(table).to_contain_text("slow is thinking … 1 s")
    table.get_by_role("button", name="Stop").click()
    expect(table).to_contain_text("Stopped: slow did not answer. The game stands where it was.")
    assert notebook.printed("again = True\nprint(len(sat.record.moves))") == "0"
    table.get_by_role("button", name="Ask again").click()
    expect(table).not_to_contain_text("Stopped")
    assert notebook.printed("print(len(sat.record.moves))") == "2"


def test_keys_stay_in_the_table_and_a_call_becomes_a_cell(notebook):
    table = _seated(notebook, SET.replace("{}", TABLES["hearts"]))
    by_mouse(table)
    expect(table).not_to_have_attribute("aria-busy", "true")
    table.locator("button[data-move]").first.focus()
    for key in "dxadd":  # in a notebook: delete, cut and insert cells
        notebook.page.keyboard.press(key)
    assert len(notebook.sources()) == 2
    table.locator("[data-fold=memories] summary").click()
    table.get_by_role("button", name="What did").first.click()
    table.get_by_role("button", name="Put into a new cell").click()
    expect(table).to_contain_text("The cell is below this one.")
    assert "play" in notebook.sources()[2]
    table.get_by_role("button", name="Undo").click()
    expect(table.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "true")


REPLAY = """
from playfunc.match import Table, play_games
from playfunc.show import replay

rules = GAMES["footsteps"].rules()
players = (opponent(rules, "basic"), opponent(rules, "basic"))
replay(play_games(rules, [Table(rules.deal(random.Random(1)), players, ("Ann", "Bob"))], "stop")[0])
"""
THEME = "(theme) => void window.jupyterapp.commands.execute('apputils:change-theme', { theme })"


def test_a_replay_follows_the_theme_of_the_notebook(notebook):
    page = notebook.page
    page.emulate_media(color_scheme="null")
    _seated(notebook, SET.replace("{}", TABLES["footsteps"]))
    shown = notebook.run(REPLAY).locator("iframe.pf-frame").content_frame.locator("html")
    for theme, light, paper in (
        ("JupyterLab Dark", "false", "rgb(20, 25, 26)"),
        ("JupyterLab Light", "true", "rgb(255, 255, 255)"),
    ):
        page.evaluate(THEME, theme)
        expect(page.locator("body")).to_have_attribute("data-jp-theme-light", light, timeout=30_000)
        expect(shown).to_have_css("background-color", paper)
