"""Importing the package costs a quick command nothing that only a notebook needs."""

import subprocess
import sys
from importlib import import_module

import playfunc.show
import pytest
from playfunc.games import GAMES

HEAVY = (
    "IPython",
    "ipywidgets",
    "anywidget",
    "traitlets",
    "rich",
    "importlib.resources",
    "playfunc.show.replay",
    "cattrs",
    "jinja2",
    "numba",
    "numpy",
    "platformdirs",
)
CODE = "import sys, {module}; print([name for name in {heavy} if name in sys.modules])"


def loaded(module, heavy):
    command = [sys.executable, "-c", CODE.format(module=module, heavy=heavy)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.parametrize("module", ["playfunc", "playfunc.show"])
def test_importing_loads_no_notebook(module):
    assert loaded(module, HEAVY) == "[]"


@pytest.mark.parametrize("game", GAMES)
def test_a_notebooks_first_cell_loads_neither_widgets_nor_compiler(game):
    needed_later = set(HEAVY) - {"importlib.resources", "playfunc.show.replay"}
    assert loaded(f"playfunc_workbook.{game}", sorted(needed_later)) == "[]"


def test_results_are_shown_and_settings_known_without_what_makes_them():
    modules = "playfunc_checks.report, playfunc_checks.next_rung, playfunc_checks.settings"
    assert loaded(modules, ("cattrs", "jinja2", "numba", "numpy")) == "[]"


def test_pictures_need_no_widgets():
    names = "Position, interval_plot, points_plot, progress, replay"
    code = f"playfunc.games.hearts.pictures; from playfunc.show import {names}"
    assert loaded(code, HEAVY[:5]) == "[]"


def test_everything_promised_is_there():
    assert set(playfunc.show.__all__) == {name for name in dir(playfunc.show) if getattr(playfunc.show, name)}


def test_anything_else_is_not():
    with pytest.raises(AttributeError, match="no attribute 'Chess'"):
        playfunc.show.Chess  # noqa: B018


# Names that a released notebook, a demo or a reference player imports keep working, wherever they live by now.
PROMISED = {
    "playfunc": (
        "Card DECK FunctionPlayer GameRecord Hearts Play PlayError PlayfuncError Rank Suit Trick legal_cards play_game "
        "play_to_100 points simulate transcript trick_points trick_winner"
    ),
    "playfunc.cards": "Suit WhistCard",
    "playfunc.games.blackjack": "BUY_IN Bet Double Hit Move Stand VALUES total",
    "playfunc.games.skullwhist": "Bids DECK HAND Trick legal_cards score trick_winner",
    "playfunc_workbook.hearts": "*",
    "playfunc_workbook.footsteps": "*",
    "playfunc_workbook.blackjack": "*",
    "playfunc_workbook.skullwhist": "*",
}
"""All that `from … import …` asked of our packages in the notebooks of course/source, course/demo and course/reference
as they were released with version 0.1.0, and the whole façade, for `from playfunc import *`. Add names; take none."""

OWN_HOME = {
    "legal_cards",
    "points",
    "trick_points",
    "trick_winner",
    "simulate",
    "play_to_100",
    "Play",
    "Trick",
    "DECK",
}
"""What the façade offers and only Hearts has."""


@pytest.mark.parametrize(
    ("module", "name"), [(module, name) for module, names in PROMISED.items() for name in names.split()]
)
def test_the_name_is_still_there(module, name):
    exec(f"from {module} import {name}", {})


def test_the_facade_offers_all_it_promised():
    facade = import_module("playfunc")
    assert set(PROMISED["playfunc"].split()) <= set(facade.__all__)


@pytest.mark.parametrize("name", sorted(OWN_HOME))
def test_what_is_hearts_own_lives_with_hearts(name):
    value = getattr(import_module("playfunc"), name)
    home = getattr(value, "__module__", "")
    assert home.startswith("playfunc.games.hearts") or name in ("Play", "Trick", "DECK")
