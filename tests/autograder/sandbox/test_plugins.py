"""A game that somebody else brings: workers play it, and its opponents are out of a player's reach."""

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from playfunc.errors import ForbiddenImportError, PluginError
from playfunc.games import GAMES, rules_for
from playfunc.player import Reply
from playfunc_autograder.sandbox import Tier, WorkerPlayer, available_tier, packages
from playfunc_autograder.sandbox.packages import worker_settings
from plugin_packages import install_package

TIERS = list(Tier)[list(Tier).index(available_tier().tier) :]

GAME = """
from dataclasses import dataclass
from playfunc.game import Game
from playfunc.games.footsteps import FootSteps

@dataclass(frozen=True, slots=True)
class Steps(FootSteps):
    @property
    def name(self):
        return "zz_steps"

SECRET = 7
GAME = Game(name="zz_steps", rules=Steps)
"""

OPPONENTS = """
def play(player_id, position, my_points, their_points, previous):
    return 5, None
"""

PLAYS = """
import zz_steps

def play(player_id, position, my_points, their_points, previous):
    return zz_steps.SECRET, None
"""

IMPORTS = """
def play(player_id, position, my_points, their_points, previous):
    from zz_opponents import play
    return play(player_id, position, my_points, their_points, previous)
"""

READS = """
def play(player_id, position, my_points, their_points, previous):
    open({path!r}).read()
    return 5, None
"""


@pytest.fixture
def plugin(plugin_site: Path) -> Iterator[Path]:
    install_package(plugin_site, "zz_steps", {"zz_steps": "zz_steps:GAME"}, GAME)
    points = {"zz_steps": "zz_opponents:LADDER"}
    install_package(plugin_site, "zz_opponents", points, OPPONENTS, group="playfunc.opponents")
    for cached in (packages.refused_packages, packages._refused, packages._package):
        cached.cache_clear()
    yield plugin_site
    for cached in (packages.refused_packages, packages._refused, packages._package):
        cached.cache_clear()


def answer(source: str, tier: Tier):
    rules = rules_for("zz_steps", 2)
    call = rules.projection.call(rules.view(rules.deal(random.Random(1)), 0), ("a", "b"), None)
    with WorkerPlayer(source, rules, name="a", tier=tier) as player:
        return player.answer([call])[0]


@pytest.mark.parametrize("tier", TIERS)
def test_a_worker_plays_it_and_its_player_may_import_it(plugin, tier):
    assert answer(PLAYS, tier) == Reply("7", "null")


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("source", [IMPORTS, READS])
def test_its_opponents_are_refused_by_name(plugin, tier, source):
    path = os.fspath(plugin / "zz_opponents" / "__init__.py")
    fault = answer(source.replace("{path!r}", repr(path)), tier)
    assert isinstance(fault, ForbiddenImportError), fault
    assert "zz_opponents" in fault.reason


def test_workers_of_our_games_know_nothing_of_it(plugin):
    told = worker_settings((), 2**30, 60, game="hearts")
    assert [name for name, _ in told.games] == ["blackjack", "footsteps", "hearts", "skullwhist"]
    assert "zz_steps" not in {package.name for package in told.packages}
    assert "zz_steps" in dict(worker_settings((), 2**30, 60, game="zz_steps").games)


def test_a_game_beside_its_opponents_is_refused_by_name(plugin):
    install_package(plugin, "zz_both", {"zz_both": "zz_both:GAME"}, GAME.replace("zz_steps", "zz_both"))
    (plugin / "zz_opponents-1.0.dist-info" / "entry_points.txt").write_text(
        "[playfunc.opponents]\nzz_both = zz_both.opponents:LADDER\n"
    )
    packages.refused_packages.cache_clear()
    assert "zz_both" in GAMES
    with pytest.raises(
        PluginError, match="zz_both:GAME is in the package zz_both, which players may not import"
    ):
        worker_settings((), 2**30, 60, game="zz_both")
