"""What installed packages bring: found by entry points, loaded when asked for, refused by name where it is broken."""

import sys
from operator import attrgetter

import pytest
from playfunc.errors import PluginError
from playfunc.game import Game, game, rules_for
from playfunc.games import GAMES
from playfunc.registry import Registry, packages_of, resolve, top_package
from plugin_packages import install_package

SOUND = """
from dataclasses import dataclass
from playfunc.game import Game

class Rules: pass

GAME = Game(name={name!r}, rules=Rules)
OTHER = 5
"""


def install(folder, package, points, source=SOUND, group="test.games"):
    install_package(folder, package, points, source.format(name=package), group)


def games():
    return Registry("test.games", Game, "game", attrgetter("name"))


def test_a_game_is_found_by_its_entry_point_and_imported_when_asked_for(plugin_site):
    install(plugin_site, "zz_chess", {"zz_chess": "zz_chess:GAME"})
    found = games()
    assert (list(found), len(found), "zz_chess" in found) == (["zz_chess"], 1, True)
    assert "zz_chess" not in sys.modules
    assert found["zz_chess"].title == "Zz_chess"
    assert found["zz_chess"] is found["zz_chess"]
    assert found.references() == {"zz_chess": "zz_chess:GAME"}


def test_a_name_that_nobody_brings_is_a_key_error(plugin_site):
    with pytest.raises(KeyError, match="zz_go"):
        games()["zz_go"]
    assert games().get("zz_go") is None


@pytest.mark.parametrize(
    ("source", "reference", "sentence"),
    [
        ("import no_such_module", "zz_broken:GAME", "No module named 'no_such_module'"),
        ("1 / 0", "zz_broken:GAME", "ZeroDivisionError"),
        (SOUND, "zz_broken:NOTHING", "has no attribute 'NOTHING'"),
        (SOUND, "zz_broken:OTHER", "should be a Game, but zz_broken:OTHER is of type int"),
        (SOUND.replace("{name!r}", "'chess'"), "zz_broken:GAME", "calls itself 'chess'"),
    ],
)
def test_a_broken_package_is_reported_by_name_and_harms_nobody_else(plugin_site, source, reference, sentence):
    install(plugin_site, "zz_broken", {"zz_broken": reference}, source)
    install(plugin_site, "zz_sound", {"zz_sound": "zz_sound:GAME"})
    found = games()
    assert list(found) == ["zz_broken", "zz_sound"]
    with pytest.raises(PluginError, match="zz_broken") as raised:
        found["zz_broken"]
    assert sentence in str(raised.value)
    assert found["zz_sound"].name == "zz_sound"
    assert list(found.usable()) == ["zz_sound"]


def test_two_packages_of_one_name_are_refused_by_name(plugin_site):
    install(plugin_site, "zz_one", {"zz_game": "zz_one:GAME", "zz_one": "zz_one:GAME"})
    install(plugin_site, "zz_two", {"zz_game": "zz_two:GAME"})
    found = games()
    with pytest.raises(PluginError, match=r"zz-one \(zz_one:GAME\) and zz-two \(zz_two:GAME\)"):
        found["zz_game"]
    assert found["zz_one"].name == "zz_one"
    assert found.references() == {"zz_one": "zz_one:GAME"}


def test_who_is_told_the_references_looks_for_nothing(plugin_site):
    install(plugin_site, "zz_chess", {"zz_chess": "zz_chess:GAME"})
    install(plugin_site, "zz_go", {"zz_go": "zz_go:GAME"})
    found = games()
    found.tell({"zz_go": "zz_go:GAME"})
    assert list(found) == ["zz_go"]
    assert found["zz_go"].name == "zz_go"
    with pytest.raises(KeyError):
        found["zz_chess"]


def test_packages_are_known_without_importing_them(plugin_site):
    install(plugin_site, "zz_one", {"zz_one": "zz_one.deep.down:LADDER"}, group="test.ladders")
    assert packages_of("test.ladders") == ("zz_one",)
    assert "zz_one" not in sys.modules


# Names of what is loaded later.
def test_a_reference_is_a_module_or_something_in_it():
    assert resolve("playfunc.game:Game") is Game
    assert resolve("playfunc.games").GAMES is GAMES
    assert top_package("playfunc.game:Game") == "playfunc"


def test_a_reference_to_nothing_fails_by_name():
    with pytest.raises(ImportError, match="no_such_module"):
        resolve("no_such_module:GAME")
    with pytest.raises(AttributeError, match="NOTHING"):
        resolve("playfunc.game:NOTHING")


# The games that are installed, by name.
def test_an_unknown_game_and_a_wrong_table_are_refused_in_a_sentence():
    with pytest.raises(ValueError, match="there is no game 'chess'; known are blackjack, footsteps"):
        game("chess")
    with pytest.raises(ValueError, match="FootSteps is played by 2, and 3 were named"):
        rules_for("footsteps", 3)
    with pytest.raises(ValueError, match="Hearts is played by 2 or 4, not 3"):
        rules_for("hearts", 3)
