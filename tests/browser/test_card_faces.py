"""The felt of Hearts and SkullWhist, as a person at the table gets it: buttons, names, room, contrast."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from accessibility import accessibility_findings, sideways
from playfunc.games import GAMES
from playfunc.show.face import face_of
from playfunc.show.markup import asset, page

pytestmark = pytest.mark.browser

NAMES = ("You", "minmax", "A rather long name", "<b>D</b>")
SITTING = [("hearts", 2), ("hearts", 4), ("skullwhist", 2)]
DRAW = """
const shown = JSON.parse(document.getElementById("pf-data").textContent);
const kit = makeKit({ ...shown, act: shown.open ? null : (move) => { document.title = move; } });
document.querySelector("main").append(drawScene(shown.scene, kit));
"""


def reached(game, seats, trick):
    """A position with seat 0 to play in the middle of a game, `trick` cards lying."""
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
    """`felt(game, seats, viewer)` draws a position in the middle of a game."""

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
