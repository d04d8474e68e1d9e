"""A name that the player gets from another cell is told wherever its function is used."""

import json
import sys

import pytest
from IPython.core.interactiveshell import InteractiveShell
from playfunc_workbook import cell_warnings as module
from playfunc_workbook.cell_warnings import missing_imports

pytestmark = pytest.mark.broad

BEST = "def best_bid(likely):\n    return sqrt(likely)\n"
OTHER = "from math import sqrt\n"
TOLD = "Your player uses `sqrt`, which none of its cells defines or imports."


def test_a_name_from_elsewhere_is_told_of_functions_of_the_player_alone():
    reads = {"best_bid": ["sqrt", "len"]}
    [said] = missing_imports(reads, {"sqrt": 1}, BEST)
    assert said.startswith(TOLD)
    assert missing_imports({"show": ["sqrt"]}, {"sqrt": 1}, BEST) == []
    assert missing_imports(reads, {"sqrt": 1}, OTHER + BEST) == []
    assert missing_imports(reads, {}, BEST) == []
    assert missing_imports(reads, {"sqrt": 1}, "def (") == []


@pytest.fixture
def shell(tmp_path, monkeypatch):
    before = sys.modules["__main__"]
    shell = InteractiveShell(history_length=0)
    shell.reset()
    cells = [(OTHER, []), (BEST, ["player"]), ("print('asked', best_bid(4))", [])]
    held = [{"cell_type": "code", "source": text, "metadata": {"tags": tags}} for text, tags in cells]
    (tmp_path / "unit.ipynb").write_text(json.dumps({"cells": held}))
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    monkeypatch.setattr("IPython.core.getipython.get_ipython", lambda: shell)
    shell.events.register("pre_run_cell", module._before_a_cell)
    yield shell
    shell.events.unregister("pre_run_cell", module._before_a_cell)
    sys.modules["__main__"] = before


def said(shell, capsys, *cells):
    for cell in cells:
        shell.run_cell(cell, store_history=True)
    return capsys.readouterr().out


def test_the_note_comes_before_the_check(shell, capsys):
    printed = said(shell, capsys, OTHER, BEST, "print('asked', best_bid(4))")
    assert printed.index(TOLD) < printed.index("asked 2.0")


def test_an_import_that_ran_and_is_not_saved_yet_counts(shell, capsys):
    top = "import random\nfrom math import sqrt\n"
    assert TOLD not in said(shell, capsys, "def (", top, BEST, "print('asked', best_bid(4))")
