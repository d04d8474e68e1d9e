"""The face of FootSteps: what is shown and said, for short strips and long ones."""

import random
from dataclasses import replace

import pytest
from playfunc.games.footsteps import FootSteps
from playfunc.games.footsteps.pictures import FACE
from playfunc.show.face import Choice, face_of

NAMES = ("Ann", "Bo")
RULES = FootSteps()
START = RULES.deal(random.Random(1))


def scene(state, viewer=None, rules=RULES):
    return FACE.scene(rules, state, viewer, NAMES)


def test_the_game_names_its_face():
    assert face_of("footsteps") is FACE


def test_both_bids_are_revealed_together_with_the_points_left():
    shown = scene(RULES.play(START, {0: 9, 1: 4}))
    assert (shown["last"], shown["points"], shown["token"], shown["turn"]) == ([9, 4], [41, 46], 1, 2)


def test_chance_reaches_no_scene_and_every_viewer_sees_the_same():
    other = replace(START, luck=START.luck + 1)
    assert all(scene(START) == scene(state, viewer) for state in (START, other) for viewer in (None, 0, 1))


def test_bids_of_the_game_before_are_told_from_those_of_this_game():
    assert scene(replace(START, last=(3, 4)))["earlier"]
    assert not scene(RULES.play(START, {0: 1, 1: 1}))["earlier"]


@pytest.mark.parametrize(
    ("state", "winner", "words"),
    [
        (replace(START, token=3, turns=5), 0, "Ann won the game."),
        (replace(START, token=-3, turns=5), 1, "Bo won the game."),
        (replace(START, points=(0, 0)), None, "Nobody has points left, so the game is a draw."),
        (replace(START, forfeited=(0,)), 1, "Ann forfeited the game. Bo won the game."),
        (replace(START, forfeited=(0, 1)), None, "Ann and Bo forfeited the game. The game is a draw."),
    ],
)
def test_an_end_is_shown_and_told_with_its_reason(state, winner, words):
    assert scene(state)["over"]
    assert scene(state)["winner"] == winner
    assert FACE.describe_change(RULES, None, state, None, NAMES).endswith(words)


def test_a_turn_is_told_with_both_bids_and_what_they_did():
    after = RULES.play(START, {0: 4, 1: 9})
    assert FACE.describe_change(RULES, START, after, 0, NAMES) == (
        "Ann bid 4, Bo bid 9: Bo moved the token. It is now 1 cell from the middle, on Bo's side. "
        "Points left: Ann 46, Bo 41. Both bid in secret."
    )
    assert "equal bids, so the token stays in the middle" in FACE.describe_change(
        RULES, START, RULES.play(START, {0: 4, 1: 4}), 0, NAMES
    )


def test_a_person_is_spoken_to_and_a_lower_case_name_begins_no_sentence():
    names = ("basic", "You")
    after = RULES.play(START, {0: 4, 1: 9})
    assert "You moved the token. It is now 1 cell from the middle, on your side." in FACE.describe_change(
        RULES, START, after, 1, names
    )
    assert FACE.describe_change(RULES, START, after, 1, names).startswith("Basic bid 4, You bid 9:")
    assert FACE.describe_change(RULES, None, replace(START, token=3), 1, names).endswith(
        " Basic won the game."
    )


def test_a_person_can_enter_every_legal_bid():
    number = FACE.choices(RULES, RULES.view(START, 0)).number
    assert (number.least, number.most) == (1, 50)
    assert number.least <= number.usual <= number.most
    broke = FACE.choices(RULES, RULES.view(replace(START, points=(0, 5)), 0))
    assert (broke.buttons, broke.number) == ((Choice("0", "Bid 0"),), None)


def test_the_prompt_says_what_a_bid_can_do_here():
    near = replace(START, token=2, points=(20, 12))
    mine = FACE.choices(RULES, RULES.view(near, 0)).prompt
    assert "The higher bid wins you the game." in mine
    assert "A bid of 13 is certain to be higher." in mine
    assert (
        "If the other player bids more, you lose the game." in FACE.choices(RULES, RULES.view(near, 1)).prompt
    )


def test_a_million_points_are_at_most_fifty_chips():
    rules = FootSteps(999, 1_000_000)
    shown = scene(rules.deal(random.Random(1)), rules=rules)
    assert shown["unit"] * 50 == 1_000_000
    assert scene(START)["unit"] == 1


# A position of FootSteps as a picture without a script, and as text.
@pytest.mark.parametrize("cells", [7, 999])
def test_a_position_shows_one_player_its_strip_without_a_script(cells):
    rules = FootSteps(cells)
    state = replace(rules.deal(random.Random(1)), token=1, last=(9, 4), points=(41, 46))
    shown = FACE.position(rules, state, 1, ("Ann", "<Bo>"))
    assert f"{rules.goal + 1} cells from the goal of <Bo>" in str(shown)
    assert "Last bids: <Bo> 4, Ann 9." in str(shown)
    html = shown._repr_html_()
    assert "<script" not in html
    assert "<Bo>" not in html
    assert html.count("pf-token") - html.count(".pf-token") == (1 if cells == 7 else 0)
