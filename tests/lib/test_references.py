"""Names of what is loaded later."""

from __future__ import annotations

import pytest
from playfunc.game import Game
from playfunc.games import GAMES
from playfunc.references import resolve, top_package


def test_a_reference_is_a_module_or_something_in_it():
    assert resolve("playfunc.game:Game") is Game
    assert resolve("playfunc.games").GAMES is GAMES
    assert top_package("playfunc.game:Game") == "playfunc"


def test_a_reference_to_nothing_fails_by_name():
    with pytest.raises(ImportError, match="no_such_module"):
        resolve("no_such_module:GAME")
    with pytest.raises(AttributeError, match="NOTHING"):
        resolve("playfunc.game:NOTHING")
