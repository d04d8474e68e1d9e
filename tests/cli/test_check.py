"""`playfunc check`: an exit code for whoever wants to hand in, and JSON for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command import one_sentence, run
from course_fixture import cell
from playfunc_checks.usual import assignment_of_cells


def test_it_answers_by_exit_code(player: Path, reneging: Path) -> None:
    good = run("check", player, "--deals", 2)
    assert good.returncode == 0, good.stdout + good.stderr
    assert "may enter" in good.stdout
    bad = run("check", reneging, "--deals", 2, "--json")
    assert bad.returncode == 1
    report = json.loads(bad.stdout)
    assert report["enters"] is False
    assert [r["verdict"] for r in report["results"]][:3] == ["passed", "failed", "skipped"]


def test_who_may_not_enter_yet_is_told_so(reneging: Path) -> None:
    done = run("check", reneging, "--deals", 2)
    assert done.stdout.endswith("This player may not enter the tournament yet.\n")


def test_a_player_that_does_not_load_is_named_with_its_error(tmp_path: Path) -> None:
    path = tmp_path / "eve.py"
    path.write_text("from playfunc_opponents import opponent\n\n\ndef play(*a): ...\n")
    done = run("check", path)
    assert done.returncode == 1
    assert "playfunc_opponents" in done.stdout
    assert "may import" in done.stdout


@pytest.mark.parametrize("player", ["basic", "gone.ipynb"])
def test_what_is_no_file_with_a_player_is_refused(tmp_path: Path, player: str) -> None:
    assert "not a .py file or a notebook" in one_sentence(run("check", player, cwd=tmp_path))


def test_a_crash_in_a_notebook_is_told_by_its_cell_and_the_line_in_it(tmp_path: Path) -> None:
    sources = ("import random\n\n\nunused = 1", "# Mine\ndef play(*told):\n    return told[9], None\n")
    cells = [{"cell_type": "code", "source": text, "metadata": {"tags": ["player"]}} for text in sources]
    path = tmp_path / "hearts.ipynb"
    path.write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    done = run("check", path, "--deals", 2, cwd=tmp_path)
    assert done.returncode == 1
    assert "line 11 (cell 'player cell 2', line 3), in play" in done.stdout


def test_a_notebook_with_commands_is_checked_and_they_are_told(tmp_path: Path, player: Path) -> None:
    source = f"%%time\n{player.read_text(encoding='utf-8')}"
    cells = [{"cell_type": "code", "source": source, "metadata": {"tags": ["player"]}}]
    path = tmp_path / "hearts.ipynb"
    path.write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    done = run("check", path, "--deals", 2, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Line 1 of the cell 'player cell 1' is a command to the notebook" in done.stdout


def test_a_notebook_without_settings_may_give_a_rung_points():
    """Its cells name whom to beat: any rung of the ladder, not the usual opponents alone."""
    cells = [cell("beats-basic", points=10), cell("beats-heuristic", points=20)]
    found = assignment_of_cells("mine", "hearts", cells)
    assert found.points == {"beats-basic": 10, "beats-heuristic": 20}
    assert found.tiers == ("basic", "heuristic")
