"""Importing the package costs a quick command nothing that only a notebook needs."""

import subprocess
import sys

import playfunc.show
import pytest
from playfunc.games import GAMES

HEAVY = (
    "IPython", "ipywidgets", "anywidget", "traitlets", "rich", "importlib.resources", "playfunc.show.replay",
    "cattrs", "jinja2", "numba", "numpy", "platformdirs",
)  # fmt: skip
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
    modules = "playfunc_checks.report, playfunc_checks.next_baseline, playfunc_checks.settings"
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
