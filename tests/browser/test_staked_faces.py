"""The faces of FootSteps and BlackJack as a person gets them: names, room, contrast, what is read aloud."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from accessibility import accessibility_findings, moving, sideways
from playfunc.games.blackjack import BlackJack, Stand
from playfunc.games.footsteps import FootSteps
from playfunc.show.face import face_of
from playfunc.show.markup import asset, page

pytestmark = pytest.mark.browser

NAMES = ("You", "minmax", "A_rather_long_name_of_32_letters", "<b>D</b>")
DRAW = """
const shown = JSON.parse(document.getElementById("pf-data").textContent);
document.querySelector("main").append(drawScene(shown.scene, makeKit(shown)));
"""

STRIP, LONG, TABLE, FULL = FootSteps(), FootSteps(999, 1_000_000), BlackJack(), BlackJack(4, chips=25)


def turned(rules, *bids):
    state = rules.deal(random.Random(1))
    for first, second in bids:
        state = rules.play(state, {0: first, 1: second})
    return state


def stood(rules, times):
    state = rules.deal(random.Random(3))
    for _ in range(times):
        state = rules.play(state, {state.queue[0]: Stand})
    return state


SCENES = {
    "start": (STRIP, turned(STRIP)),
    "turn": (STRIP, turned(STRIP, (9, 4))),
    "equal": (STRIP, turned(STRIP, (9, 4), (3, 3))),
    "won": (STRIP, turned(STRIP, (2, 1), (2, 1), (2, 1))),
    "long": (LONG, replace(turned(LONG, (17_345, 12_000)), token=-312)),
    "hand": (TABLE, stood(TABLE, 1)),
    "next hand": (TABLE, stood(TABLE, 2)),
    "over": (TABLE, stood(TABLE, 10)),
    "four": (FULL, stood(FULL, 5)),
}


@pytest.fixture
def drawn(offline_page):
    """`drawn(name, viewer)` draws a scene on a page that admits only its own style and script."""

    def draw(name, viewer=0):
        rules, state = SCENES[name]
        face, names = face_of(rules.name), NAMES[: rules.seats]
        scene = face.scene(rules, state, viewer, names)
        data = {"scene": scene, "names": names, "turn": rules.to_act(state), "bottom": viewer or 0}
        script = f'"use strict";{asset("cards.js")}{asset("kit.js")}{face.script}{DRAW}'
        style = asset("cards.css") + face.style
        offline_page.set_content(
            page("face", '<main class="pf"></main>', style=style, script=script, data=data)
        )
        return offline_page

    return draw


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("viewer", [None, 0])
def test_a_scene_has_no_findings_fits_a_narrow_page_and_does_not_move(drawn, name, viewer):
    shown = drawn(name, viewer)
    assert accessibility_findings(shown) == ""
    assert sideways(shown.locator("main")) == []
    assert moving(shown.locator("main")) == []
    shown.set_viewport_size({"width": 320, "height": 900})
    assert accessibility_findings(shown) == ""


@pytest.mark.parametrize("width", [680, 800])
@pytest.mark.parametrize("name", ["start", "turn"])
def test_no_word_or_number_of_the_points_is_broken(drawn, name, width):
    shown = drawn(name)
    shown.locator("main").evaluate("(one) => (one.style.overflowWrap = 'anywhere')")  # as at a table
    shown.set_viewport_size({"width": width, "height": 760})
    for amount in shown.locator(".pf-amount").all():
        assert amount.evaluate("(one) => one.scrollWidth <= one.clientWidth")
        assert amount.bounding_box()["height"] < 90  # the number, and at most two lines of words
    across = [chips.bounding_box()["y"] for chips in shown.locator(".pf-amount, .pf-chips").all()]
    assert max(across) - min(across) < 40  # the words beside the chips, not beneath


def test_the_strip_and_both_bids_are_read_aloud(drawn):
    shown = drawn("turn")
    strip = shown.get_by_role("img", name="Strip of 7 cells.")
    assert strip.get_attribute("aria-label") == (
        "Strip of 7 cells. minmax: goal at the left end, 4 cells from the token; "
        "You: goal at the right end, 2 cells from the token."
    )
    assert shown.get_by_role("img", name="You: bid 9").is_visible()
    assert shown.get_by_role("img", name="minmax: bid 4").is_visible()
    assert (
        "You bid more: 1 cell to go."
        in shown.get_by_role("list", name="What the bids of turn 2 can do").inner_text()
    )


@pytest.mark.parametrize(("viewer", "own"), [(0, "You"), (1, "minmax")])
def test_each_player_sees_its_own_goal_on_the_right(drawn, viewer, own):
    player = drawn("turn", viewer).get_by_role("group", name=own)
    assert "goal: right" in player.inner_text()


def test_a_long_strip_is_a_scale(drawn):
    shown = drawn("long")
    assert shown.locator(".pf-cell").count() == 0
    box, token = shown.locator(".pf-scale").bounding_box(), shown.locator(".pf-token").bounding_box()
    share = (token["x"] + token["width"] / 2 - box["x"] - 22) / (box["width"] - 44)
    assert share == pytest.approx((499 - 312) / 998, abs=0.01)


def test_the_hand_before_stands_beside_the_new_one_and_above_it_on_a_narrow_page(drawn):
    shown = drawn("next hand")
    new = shown.get_by_role("group", name="Round 1, hand 2, being played")
    ended = shown.get_by_role("group", name="Round 1, hand 1, the hand before: results")
    assert ended.bounding_box()["x"] > new.bounding_box()["x"]
    assert ended.get_by_role("img", name="a card face down").count() == 0
    assert new.get_by_role("img", name="a card face down").count() == 1
    shown.set_viewport_size({"width": 320, "height": 900})
    assert ended.bounding_box()["y"] < new.bounding_box()["y"]


def test_names_are_text(drawn):
    shown = drawn("four")
    assert shown.get_by_role("group", name="<b>D</b>").count() >= 1
    assert shown.locator("main b").count() == 0
