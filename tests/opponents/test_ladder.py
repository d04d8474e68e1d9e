"""Ladders: how they are found, and what a broken one does to the others (tests/conformance: what each owes)."""

import random
from importlib.metadata import EntryPoint, EntryPoints

import playfunc_opponents
import pytest
from playfunc.errors import PluginError
from playfunc.games import rules_for
from playfunc.match import play_game
from playfunc_opponents import LADDERS, Baseline, Ladder, ladder, opponent, opponents_at, weakest_at


def test_an_unmarked_opponent_is_no_tier_and_may_not_sit_everywhere():
    hearts = ladder("hearts")
    assert hearts.tiers == ("basic", "minmax", "advanced")
    assert hearts.names(2) == (
        *("basic", "naive", "heuristic", "hasty", "minmax", "deepening", "advanced", "perfect"),
    )
    assert hearts.landmarks(2) == (*hearts.tiers, "perfect")
    assert hearts.names(4) == hearts.landmarks(4) == hearts.tiers


def test_where_python_is_slow_a_lighter_opponent_plays_at_a_table_of_four_under_its_own_name(monkeypatch):
    monkeypatch.setattr(Baseline.here, "__kwdefaults__", {"slow": True})
    names = {seats: opponent(rules_for("hearts", seats), "advanced").name for seats in (2, 4)}
    assert names == {2: "advanced", 4: "advanced-light"}
    assert opponent(rules_for("hearts", 4), "minmax").name == "minmax"


def test_elsewhere_every_opponent_plays_itself():
    assert opponent(rules_for("hearts", 4), "advanced").name == "advanced"


def test_a_game_without_a_ladder_has_no_opponents(monkeypatch):
    monkeypatch.setattr(playfunc_opponents, "LADDERS", {})
    rules = rules_for("hearts", 2)
    assert ladder("hearts") == Ladder(game="hearts", baselines=())
    assert opponents_at(rules) == ()
    with pytest.raises(ValueError, match=r"^no opponent 'basic' for hearts; known: none$"):
        opponent(rules, "basic")
    with pytest.raises(
        ValueError, match=r"^hearts has no opponents; install a package that provides some for 2 players$"
    ):
        weakest_at(rules)


BROKEN = """
raise RuntimeError("made for another version")
"""

OTHER = """
from playfunc_opponents import Ladder, Baseline

LADDER = Ladder(game="footsteps", baselines=(Baseline("steps", "other_opponents"),))


def play(player_id, cell, you, opponent, previous):
    return 1, None
"""


@pytest.fixture
def installed(monkeypatch, tmp_path):
    """Two more packages: one that works and one that cannot be imported."""
    (tmp_path / "broken_opponents.py").write_text(BROKEN)
    (tmp_path / "other_opponents.py").write_text(OTHER)
    monkeypatch.syspath_prepend(tmp_path)
    found = EntryPoints(
        EntryPoint(name, reference, "playfunc.opponents")
        for name, reference in {
            "hearts": "playfunc_opponents.hearts:LADDER",
            "footsteps": "other_opponents:LADDER",
            "kuhn": "broken_opponents:LADDER",
        }.items()
    )
    monkeypatch.setattr("importlib.metadata.entry_points", lambda *, group: found.select(group=group))
    registry = type(LADDERS)("playfunc.opponents", Ladder, "ladder", lambda each: each.game)
    monkeypatch.setattr(playfunc_opponents, "LADDERS", registry)
    return registry


def test_an_installed_package_brings_a_ladder(installed):
    rules = rules_for("footsteps", 2)
    assert opponents_at(rules) == ("steps",)
    record = play_game(rules, rules.deal(random.Random(1)), [opponent(rules, "steps")] * 2)
    assert not record.faults
    assert ladder("footsteps").baselines == (Baseline("steps", "other_opponents"),)


def test_a_broken_package_is_named_and_harms_no_other(installed):
    assert set(installed) == {"hearts", "footsteps", "kuhn"}
    assert set(installed.usable()) == {"hearts", "footsteps"}
    assert opponents_at(rules_for("hearts", 4)) == ("basic", "minmax", "advanced")
    with pytest.raises(
        PluginError, match=r"'kuhn' cannot be loaded from broken_opponents:LADDER.*another version"
    ):
        ladder("kuhn")
