"""A position of FootSteps as a picture without a script, and as text."""

import random
from dataclasses import replace

import pytest
from playfunc.games.footsteps import FootSteps
from playfunc.games.footsteps.show import FACE


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
