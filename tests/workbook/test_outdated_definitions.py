"""Functions that are older than their cells are named, by what ran and by what was saved."""

import json
import os
import sys
import time

import pytest
from IPython.core.interactiveshell import InteractiveShell
from playfunc_workbook import cell_warnings as module
from playfunc_workbook.cell_warnings import definitions, outdated_definitions, saved_texts

pytestmark = pytest.mark.broad

LEGAL = "def legal(hand):\n    return list(hand)\n"
OTHER = "def legal(hand):\n    return []\n"
PLAY = "def play(hand):\n    return legal(hand)[0]\n"
LATER = time.time() + 60


@pytest.fixture(scope="module")
def shells():
    """A shell puts a module of its own in the place of the main one, which other tests need."""
    before = sys.modules["__main__"]
    yield InteractiveShell(history_length=0)
    sys.modules["__main__"] = before


@pytest.fixture
def shell(shells):
    shells.reset()
    return shells


def ran(shell, *cells):
    for cell in cells:
        shell.run_cell(cell, store_history=True, silent=False)


def found(shell, *asked, saved=None, when=None):
    history = list(shell.history_manager.input_hist_raw)
    return outdated_definitions(asked, shell.user_ns, history, saved, when or {})


def test_functions_that_ran_last_are_not_stale(shell):
    ran(shell, OTHER, LEGAL, PLAY)
    assert found(shell, "play", "legal") == []
    assert found(shell, "play", saved=(LATER, [LEGAL, PLAY]), when={"legal": 1.0, "play": 1.0}) == []


@pytest.mark.parametrize("command", ["%%time", "%pwd"])
def test_a_cell_with_a_command_to_the_notebook_defines_what_is_in_it(shell, command):
    cell = f"{command}\n{OTHER}"
    ran(shell, LEGAL, PLAY, cell)
    assert found(shell, "legal", "play") == []
    assert found(shell, "legal", saved=(LATER, [cell, PLAY]), when={"legal": 1.0, "play": 1.0}) == []


def test_a_cell_with_a_syntax_error_leaves_the_old_function(shell, capsys):
    ran(shell, LEGAL, PLAY, LEGAL.replace("return", "retrun ("))
    [said] = found(shell, "play")
    assert said == "`legal` is an older version: its cell has a syntax error. Correct the cell and run it."


def test_a_cell_that_stopped_before_the_definition_leaves_the_old_function(shell, capsys):
    ran(shell, LEGAL, "1 // 0\n" + OTHER)
    [said] = found(shell, "legal")
    assert said.startswith("`legal` is an older version: its cell stopped with an error.")


def test_a_cell_that_was_changed_and_saved_but_not_run_is_named(shell):
    ran(shell, LEGAL, PLAY)
    [said] = found(shell, "play", saved=(LATER, [OTHER, PLAY]), when={"legal": 1.0, "play": 1.0})
    assert (
        said == "`legal` is an older version: its cell was changed after it ran. Run it again (Shift+Enter)."
    )


def test_a_function_whose_cell_ran_after_the_save_is_new(shell):
    ran(shell, LEGAL)
    assert found(shell, "legal", saved=(LATER, [OTHER]), when={"legal": LATER + 60}) == []


def test_a_renamed_function_is_named(shell):
    ran(shell, PLAY)
    [said] = found(shell, "play", saved=(LATER, [PLAY.replace("play", "my_play")]), when={"play": 1.0})
    assert "no cell of the saved notebook defines it any more. Did you rename it?" in said


def test_a_method_of_the_same_name_is_another_thing(shell):
    ran(shell, PLAY, "def look_ahead(world, card):\n    return world.play(card)\n")
    assert found(shell, "look_ahead", saved=(LATER, [OTHER]), when={"play": 1.0}) == []


def test_one_of_two_definitions_with_the_same_name_is_enough(shell):
    ran(shell, OTHER)
    assert found(shell, "legal", saved=(LATER, [LEGAL, OTHER]), when={"legal": 1.0}) == []


def test_what_is_not_the_notebooks_own_is_left_out(shell):
    ran(shell, "from json import dumps\nnumber = 3\n")
    assert found(shell, "dumps", "number", "unknown", saved=(LATER, []), when={"dumps": 1.0}) == []


def test_the_saved_notebook_is_the_kernels_or_the_only_one_there(tmp_path, monkeypatch):
    cells = [
        {"cell_type": "code", "source": ["a = 1\n", "b = 2"]},
        {"cell_type": "markdown", "source": "# A"},
    ]
    path = tmp_path / "hearts.ipynb"
    path.write_text(json.dumps({"cells": cells}))
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    assert saved_texts() == (path.stat().st_mtime, ["a = 1\nb = 2"])
    (tmp_path / "other.ipynb").write_text("{}")
    assert saved_texts() is None
    monkeypatch.setenv("JPY_SESSION_NAME", os.fspath(path))
    assert saved_texts() == (path.stat().st_mtime, ["a = 1\nb = 2"])


def test_the_note_comes_before_the_cell_runs(shell, monkeypatch, capsys):
    monkeypatch.setattr("IPython.core.getipython.get_ipython", lambda: shell)
    shell.events.register("pre_run_cell", module._before_a_cell)
    try:
        ran(
            shell,
            LEGAL,
            "def legal(:\n",
            "print('checking', legal([1]))",
            "def legal(hand):\n    return 'new'\nprint(legal(1))",
        )
    finally:
        shell.events.unregister("pre_run_cell", module._before_a_cell)
    printed = capsys.readouterr().out
    assert printed.index("`legal` is an older version") < printed.index("checking [1]")
    assert printed.count("is an older version") == 1


def test_a_cell_that_defines_a_function_again_is_not_told_that_it_is_old(shell, monkeypatch, capsys):
    """The cell was edited and saved, and now it runs; a helper that it calls uses the function."""
    helper = "def twice(hand):\n    return [play(hand), play(hand)]\n"
    monkeypatch.setattr("IPython.core.getipython.get_ipython", lambda: shell)
    monkeypatch.setattr(module, "saved_texts", lambda: (LATER, [LEGAL, PLAY + "# edited\nx = 1\n", helper]))
    shell.events.register("pre_run_cell", module._before_a_cell)
    try:
        ran(shell, LEGAL, PLAY.replace("[0]", "[-1]"), helper)
        capsys.readouterr()
        ran(shell, PLAY + "print('now', twice([1]))")
        ran(shell, "print('later', twice([1]))")
    finally:
        shell.events.unregister("pre_run_cell", module._before_a_cell)
    assert "older version" not in capsys.readouterr().out


def test_definitions_of_a_cell_are_compared_by_what_they_say():
    assert definitions("def a(): return 1") == definitions("# here\ndef a():\n    return 1\n")
    assert list(definitions("class B: pass\nx = 1\n")) == ["B"]
    assert definitions("def (") == {}
