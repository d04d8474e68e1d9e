"""The light opponent thinks as advanced does, with a smaller tree."""

from __future__ import annotations

import random

import pytest
from playfunc.games import rules_for
from playfunc.match import play_game
from playfunc.player import FunctionPlayer
from playfunc_opponents import opponent
from playfunc_opponents.hearts import advanced, advanced_light


def test_it_keeps_the_rules_of_a_hand_of_four() -> None:
    rules = rules_for("hearts", 4)
    light = FunctionPlayer({"play": advanced_light.play}, rules, name="advanced-light")
    record = play_game(rules, rules.deal(random.Random(5)), [light, *[opponent(rules, "basic")] * 3])
    assert not record.faults
    assert len(record.moves) == 52


def test_its_tree_is_a_tenth_of_advanced(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def imagined(situation: object, iterations: int) -> int:
        asked.append(iterations)
        return advanced.imagined(situation, iterations)  # type: ignore[arg-type]

    monkeypatch.setattr(advanced_light, "imagined", imagined)
    test_it_keeps_the_rules_of_a_hand_of_four()
    assert set(asked) == {advanced.ITERATIONS // 10}
