"""Notebooks: as text by `playfunc run`, and in JupyterLab by `playfunc lab`."""

import json
import sys
from pathlib import Path
from types import ModuleType
from typing import ClassVar

import pytest
from command import one_sentence, run, run_here
from playfunc_cli.main import command_line
from typer.testing import CliRunner


# `playfunc run`: notebooks as text.
def notebook(folder: Path, *cells: tuple[str, str]) -> Path:
    path = folder / "some.ipynb"
    made = [{"cell_type": kind, "metadata": {}, "source": source.splitlines(True)} for kind, source in cells]
    path.write_text(json.dumps({"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    return path


def test_cells_are_printed_with_what_they_show(tmp_path: Path) -> None:
    path = notebook(
        tmp_path,
        ("markdown", "# A title\n\n<details><summary>Hint</summary>\n\nThink.\n\n</details>"),
        ("code", "a = 6\na * 7"),
        ("code", "print('said')\nNone"),
        ("code", "open('here.txt').read()"),
    )
    (tmp_path / "here.txt").write_text("beside it")
    before = path.read_bytes()
    (tmp_path / "elsewhere").mkdir()
    done = run("run", "../some.ipynb", cwd=tmp_path / "elsewhere")
    assert done.returncode == 0, done.stderr
    assert done.stdout.split("\n\n")[:3] == ["# A title", "Hint:", "Think."]
    assert "[Cell 2]\na = 6\na * 7\n[Cell 2 shows]\n42\n" in done.stdout
    assert "[Cell 3 shows]\nsaid\n" in done.stdout
    assert "'beside it'" in done.stdout, "cells run in the notebook's folder"
    assert path.read_bytes() == before


@pytest.mark.broad
def test_results_stand_below_the_first_lines_of_their_cells(tmp_path: Path) -> None:
    path = notebook(tmp_path, ("markdown", "Text."), ("code", "a = 6\na * 7"))
    assert run("run", path, "--results").stdout == "[Cell 2] a = 6\n42\n\n"


@pytest.mark.broad
def test_what_is_displayed_is_text_without_colours(tmp_path: Path) -> None:
    code = "from playfunc_workbook.hearts import *\nwatch('basic', 'basic')"
    told = run("run", notebook(tmp_path, ("code", code)), "--results").stdout
    assert "26. " in told
    assert "Points: basic" in told
    assert "\x1b[" not in told
    assert "<" not in told


def test_a_graded_cell_shows_its_report_and_its_points(tmp_path: Path) -> None:
    code = "from playfunc_workbook.view import Points, note\nPoints.of(5, 5, note('the report'))"
    told = run("run", notebook(tmp_path, ("code", code)), "--results").stdout
    assert told.splitlines()[1:3] == ["… the report", "5.0"]


@pytest.mark.broad
def test_a_cell_that_raises_ends_the_run(tmp_path: Path) -> None:
    path = notebook(tmp_path, ("code", "def half(x):\n    return x / 0\nhalf(1)"), ("code", "print('never')"))
    done = run("run", path)
    assert done.returncode == 1
    assert "ZeroDivisionError: division by zero" in done.stdout
    assert "return x / 0" in done.stdout
    assert "never" not in done.stdout.partition("ZeroDivisionError: division by zero")[2]
    assert "\x1b[" not in done.stdout


def test_misuse_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "broken.ipynb").write_text("{")
    for name in ("gone.ipynb", "broken.ipynb"):
        assert name in one_sentence(run("run", name, cwd=tmp_path))


# `playfunc lab`: what JupyterLab is started with.
class _LabApp:
    started: ClassVar[list[list[str]]] = []

    @classmethod
    def launch_instance(cls, argv: list[str]) -> None:
        cls.started.append(argv)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[list[str]]:
    """The arguments of every JupyterLab that is started in an empty folder with a folder `course`."""
    module = ModuleType("jupyterlab.labapp")
    module.LabApp = _LabApp  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "jupyterlab.labapp", module)
    monkeypatch.setattr(_LabApp, "started", [])
    (tmp_path / "course").mkdir()
    monkeypatch.chdir(tmp_path)
    return _LabApp.started


@pytest.mark.parametrize(
    ("arguments", "passed"),
    [
        ([], ["."]),
        (["course"], ["course"]),
        (["course", "--port", "9000", "--no-browser"], ["course", "--port=9000", "--no-browser"]),
        (["--port=9000"], [".", "--port=9000"]),
        (["--ip=0.0.0.0"], [".", "--ip=0.0.0.0"]),
        (
            ["course", "--ip=0.0.0.0", "--ServerApp.token=x"],
            ["course", "--ip=0.0.0.0", "--ServerApp.token=x"],
        ),
        (["--no-browser", "course", "--debug"], ["course", "--no-browser", "--debug"]),
        (["course", "--", "--ip", "0.0.0.0"], ["course", "--ip", "0.0.0.0"]),
    ],
)
def test_a_folder_a_port_and_the_rest_are_passed_on(
    started: list[list[str]], arguments: list[str], passed: list[str]
) -> None:
    done = CliRunner().invoke(command_line(), ["lab", *arguments])
    assert done.exit_code == 0, done.output
    assert started == [passed]


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert "no folder 'nowhere'" in one_sentence(run_here("lab", "nowhere", cwd=tmp_path))


def test_a_port_is_a_port(started: list[list[str]]) -> None:
    assert CliRunner().invoke(command_line(), ["lab", "--port", "99999"]).exit_code == 2
    assert started == []


def test_without_jupyterlab_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jupyterlab.labapp", None)
    done = CliRunner().invoke(command_line(), ["lab"])
    assert done.exit_code == 2
    assert "pip install 'playfunc[lab]'" in done.stderr
