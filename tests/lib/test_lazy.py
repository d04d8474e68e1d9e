"""Importing the package costs a quick command nothing that only a notebook needs."""

from __future__ import annotations

import subprocess
import sys

import playfunc.show
import pytest

HEAVY = (
    "IPython",
    "ipywidgets",
    "anywidget",
    "traitlets",
    "rich",
    "importlib.resources",
    "playfunc.show.replay",
)
CODE = "import sys, {module}; print([name for name in {heavy} if name in sys.modules])"


def loaded(module, heavy):
    command = [sys.executable, "-c", CODE.format(module=module, heavy=heavy)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.parametrize("module", ["playfunc", "playfunc.show"])
def test_importing_loads_no_notebook(module):
    assert loaded(module, HEAVY) == "[]"


def test_pictures_need_no_widgets():
    names = "Position, interval_plot, points_plot, progress, replay"
    code = f"playfunc.games.hearts.show; from playfunc.show import {names}"
    assert loaded(code, HEAVY[:5]) == "[]"


def test_everything_promised_is_there():
    assert set(playfunc.show.__all__) == {name for name in dir(playfunc.show) if getattr(playfunc.show, name)}


def test_anything_else_is_not():
    with pytest.raises(AttributeError, match="no attribute 'Chess'"):
        playfunc.show.Chess  # noqa: B018
