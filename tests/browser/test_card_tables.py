"""The felt of Hearts and SkullWhist, as a person at the table gets it: buttons, names, room, contrast."""

import random
from itertools import pairwise

import anywidget
import pytest
import traitlets
from accessibility import accessibility_findings, moving, sideways
from playfunc.games import GAMES
from playfunc.show.face import face_of
from playfunc.show.markup import asset, page
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


NAMES = ("You", "minmax", "A rather long name", "<b>D</b>")
SITTING = [("hearts", 2), ("hearts", 4), ("skullwhist", 2)]
DRAW = """
const shown = JSON.parse(document.getElementById("pf-data").textContent);
const kit = makeKit({ ...shown, act: shown.open ? null : (move) => { document.title = move; } });
document.querySelector("main").append(drawScene(shown.scene, kit));
"""


def reached(game, seats, trick):
    """Seat 0 to play in mid-game, with `trick` cards on the table."""
    rules, rng = GAMES[game].table(seats), random.Random(4)
    state = rules.deal(rng)
    while rules.to_act(state) != (0,) or len(state.history) < 3 or len(state.trick) != trick:
        (seat,) = rules.to_act(state)
        state = rules.play(state, {seat: rng.choice(rules.legal(rules.view(state, seat)))})
    return rules, state


def ended(rules, state):
    rng = random.Random(5)
    while acting := rules.to_act(state):
        state = rules.play(state, {acting[0]: rng.choice(rules.legal(rules.view(state, acting[0])))})
    return state


def show(shown, game, names, scene, **kit):
    """Draws a scene on a page that admits only its own style and script."""
    face = face_of(game)
    script = f'"use strict";{asset("cards.js")}{asset("kit.js")}{face.script}{DRAW}'
    style = asset("cards.css") + face.style
    data = {"scene": scene, "names": names, **kit}
    shown.set_content(page("felt", '<main class="pf"></main>', style=style, script=script, data=data))


@pytest.fixture
def felt(offline_page):
    """`felt(game, seats, viewer)` draws a position from mid-game."""

    def drawn(game, seats, viewer, trick=1):
        rules, state = reached(game, seats, trick)
        legal = [rules.projection.move_text(move) for move in rules.legal(rules.view(state, 0))]
        scene = face_of(game).scene(rules, state, viewer, NAMES[:seats])
        show(offline_page, game, NAMES[:seats], scene, turn=[0], legal=legal, open=viewer is None)
        return offline_page, state, legal

    return drawn


@pytest.mark.parametrize(("game", "seats"), SITTING)
@pytest.mark.parametrize("viewer", [None, 0])
def test_the_felt_has_no_findings_and_fits_a_narrow_page(felt, game, seats, viewer):
    shown, _, _ = felt(game, seats, viewer)
    assert accessibility_findings(shown) == ""
    assert sideways(shown.locator("main")) == []
    shown.set_viewport_size({"width": 320, "height": 900})
    assert accessibility_findings(shown) == ""


@pytest.mark.parametrize(("game", "seats"), SITTING)
def test_only_the_own_hand_is_face_up_and_its_cards_are_buttons(felt, game, seats):
    shown, state, legal = felt(game, seats, 0)
    buttons = shown.get_by_role("button")
    assert buttons.count() == len(state.hands[0])
    marked = [each.get_attribute("data-move") for each in shown.locator(".pf-legal").all()]
    assert marked == legal
    assert shown.get_by_role("img", name="face down").count() == seats - 1
    shown.locator(".pf-legal").last.click(position={"x": 5, "y": 5})
    assert shown.title() == legal[-1]


@pytest.mark.parametrize(("game", "seats"), SITTING)
@pytest.mark.parametrize("width", [320, 700, 1200])
def test_cards_can_be_hit_and_stay_on_the_felt(felt, game, seats, width):
    shown, _, _ = felt(game, seats, 0)
    shown.set_viewport_size({"width": width, "height": 900})
    cards = [each.bounding_box() for each in shown.get_by_role("button").all()]
    for one, following in pairwise(cards):
        if following["y"] == one["y"]:
            assert following["x"] - one["x"] >= 24
    box = shown.locator(".pf-felt").bounding_box()
    assert max(card["x"] + card["width"] for card in cards) < box["x"] + box["width"]


def test_names_are_text(felt):
    shown, _, _ = felt("hearts", 4, 0)
    assert shown.get_by_role("group", name="<b>D</b>").count() == 1
    assert shown.locator("main b").count() == 0


def test_bids_and_trumps_are_said(felt):
    shown, state, _ = felt("skullwhist", 2, 0, 1)
    for bid in state.bids:
        assert shown.get_by_role("img", name=f"bid {bid}, won").count() >= 1
    spades = [card for card in state.hands[0] if card.text[0] == "S"]
    assert shown.get_by_role("button", name="of spades, trump").count() == len(spades)


@pytest.mark.parametrize(
    ("game", "forfeits", "said"),
    [
        ("hearts", (), "Fewest points: "),
        ("hearts", (1,), "Forfeited by minmax"),
        ("skullwhist", (), "Most points: "),
        ("skullwhist", (0, 1), "Forfeited by You and minmax"),
    ],
)
def test_the_end_is_said_on_the_felt(offline_page, game, forfeits, said):
    rules, state = reached(game, 2, 0)
    state = rules.forfeit(state, forfeits) if forfeits else ended(rules, state)
    show(offline_page, game, NAMES[:2], face_of(game).scene(rules, state, 0, NAMES[:2]), turn=[])
    assert offline_page.locator(".pf-result").inner_text().startswith(said)


# The instruments of the browser tests find what they look for.
BAD = """<html lang="en"><title>Bad</title><main>
<p style="color: #aaa; background: #fff">Faint text</p>
<button style="width: 9px; height: 9px; padding: 0" aria-label="small"></button><button>next to it</button>
<p style="width: 900px; transition: color 2s">Wide text</p></main>"""


def test_a_bad_page_has_findings(offline_page):
    offline_page.set_content(BAD)
    found = accessibility_findings(offline_page)
    assert "color-contrast" in found
    assert "target-size" in found
    assert sideways(offline_page.locator("html")) == ["page: 908 px", "p"]
    assert moving(offline_page.locator("html")) == ["P"]


def test_a_good_page_has_none(offline_page):
    offline_page.set_content('<html lang="en"><title>Good</title><main><p>Text</p></main>')
    assert accessibility_findings(offline_page) == ""
    assert sideways(offline_page.locator("html")) == moving(offline_page.locator("html")) == []


class _Doubler(anywidget.AnyWidget):
    _esm = """export default { render({ model, el }) {
      const button = document.createElement("button");
      const draw = () => { button.textContent = model.get("number"); };
      button.onclick = () => model.send({ times: 2 });
      model.on("change:number", draw);
      model.on("msg:custom", (message) => { button.title = message.told; });
      el.append(button);
      draw();
    } };"""
    _css = ""
    number = traitlets.Int(3).tag(sync=True)

    def __init__(self):
        super().__init__()
        self.on_msg(self._double)

    def _double(self, _, content, __):
        self.number *= content["times"]
        self.send({"told": "doubled"})


def test_a_mounted_widget_speaks_with_its_python_side(mounted):
    button = mounted(_Doubler()).get_by_role("button")
    expect(button).to_have_text("3")
    button.click()
    expect(button).to_have_text("6")
    expect(button).to_have_attribute("title", "doubled")


def test_a_notebook_in_jupyterlab_runs_cells(notebook):
    assert notebook.printed("n = 6\nprint(n * 7)") == "42"
    assert notebook.printed("print(n)") == "6"
    assert notebook.sources()[1:] == ["n = 6\nprint(n * 7)", "print(n)"]


# What the table hands over to a notebook runs there.
TABLE = """
import random
from playfunc import FunctionPlayer
from playfunc.games import rules_for
from playfunc.show.game_session import begin
from playfunc.show.table import GameTable

rules = rules_for("footsteps", 2)
def play(player_id, position, my_points, their_points, previous):
    return min(my_points, 3), {"turn": 1 if previous is None else previous[1]["turn"] + 1}
session = begin(rules, rules.deal(random.Random(1)), [None, FunctionPlayer(play, rules, name="mine")])
GameTable(session, own=[1])
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


# Retry in JupyterLab: a costly position is played again, kept as a cell, and tested whenever the player changes.
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
    notebook.run("# the retry cell\nretry(play, 'minmax', games=2, show=1)")
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
